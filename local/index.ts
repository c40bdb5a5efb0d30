// The worker of development and tests: the deployed one, with stand-ins for what needs an account.

export { Brain, default, Meter } from "../src/index.ts";
export { VectorIndexStandIn } from "./vector-index-stand-in.ts";
export { VectorizeStandIn } from "./vectorize-stand-in.ts";

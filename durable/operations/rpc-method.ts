// What a method of the worker envelope is: it reads its params, awaits what it needs, and returns the act.

import type { Json } from "../graph/records.ts";
import type { Call, Memory, Work } from "./memory.ts";
import type { Params } from "./rpc-params.ts";

/** What a method does to the memory, in one breath. */
export type Act = (work: Work) => Json;

export type Method = (params: Params, memory: Memory, call: Call) => Promise<Act>;

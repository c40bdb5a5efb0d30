// Review: what waits for somebody to decide in all agents of the tenant, what was decided, and what the screen keeps back.

import { Tabs } from "../../parts/index.ts";
import { KeptBack } from "./kept-back.tsx";
import { Queue } from "./queue.tsx";
import "./review.css";

export default function Review() {
  return (
    <Tabs
      label="Review"
      kept="tab"
      tabs={[
        { title: "Proposals", body: () => <Queue /> },
        { title: "Kept back", id: "kept-back", body: () => <KeptBack /> },
      ]}
    />
  );
}

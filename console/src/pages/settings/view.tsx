// Settings of an agent, and moving its memory out and in.

import { useState } from "preact/hooks";
import { type Tab, Tabs } from "../../parts/index.ts";
import { useSession } from "../../session/session.ts";
import { Embedder } from "./embedder.tsx";
import { Exporting } from "./exporting.tsx";
import { Importing } from "./importing.tsx";
import { Policy } from "./policy.tsx";
import { Retention } from "./retention.tsx";
import { Upkeep } from "./upkeep.tsx";
import "./settings.css";

export default function Settings() {
  const { can } = useSession();
  // Another memory has other settings.
  const [turn, setTurn] = useState(0);
  const rules: Tab = {
    title: "Rules",
    id: "rules",
    body: () => (
      <div class="columns">
        <Policy />
        <Retention />
      </div>
    ),
  };
  const state: Tab = {
    title: "Upkeep",
    id: "upkeep",
    body: () => (
      <div class="columns" key={turn}>
        <Embedder />
        <Upkeep />
      </div>
    ),
  };
  const files: Tab = {
    title: "Export and import",
    id: "files",
    body: () => (
      <div class="columns">
        <Exporting />
        <Importing done={() => setTurn(turn + 1)} />
      </div>
    ),
  };
  return <Tabs label="Settings" kept="tab" tabs={can("owner") ? [rules, state, files] : [rules, state]} />;
}

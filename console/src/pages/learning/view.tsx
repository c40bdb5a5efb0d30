// Learning: what was learned and taking it back, and maintenance.

import { type Tab, Tabs } from "../../parts/index.ts";
import { useSession } from "../../session/session.ts";
import { Events } from "./events.tsx";
import { Maintenance } from "./maintenance.tsx";
import { TakeBack } from "./take-back.tsx";
import "./learning.css";

export default function Learning() {
  const { can } = useSession();
  const back: Tab = { title: "All of a token", id: "token", body: () => <TakeBack /> };
  const tabs: Tab[] = [
    { title: "Events", id: "events", body: () => <Events /> },
    ...(can("agent") ? [back] : []),
    { title: "Maintenance", id: "maintenance", body: () => <Maintenance /> },
  ];
  return <Tabs label="Learning" kept="tab" tabs={tabs} />;
}

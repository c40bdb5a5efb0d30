// One proposal as a reviewer has to see it: all that it says, who says it and since when, how new it is, what the screen
// found, what memory says otherwise; and below it the decision.

import type { ComponentChildren } from "preact";
import { Badge, Facts, Failed, Notice, Stored, StoredBlock, When, Who } from "../../parts/index.ts";
import { type Author, useAuthors } from "../../session/authors.ts";
import { useLoaded } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import { Beside } from "./beside.tsx";
import { isSuspicious, isUrgent, noveltyOf, type Queued, reasonOf } from "./data.ts";
import { Deciding } from "./deciding.tsx";
import { Named } from "./named.tsx";

interface Props {
  /** As the queue told it. */
  readonly listed: Queued;
  readonly decided: () => void;
}

export function ProposalView({ listed, decided }: Props) {
  const { memoryOf } = useSession();
  const authors = useAuthors();
  const { agent, id } = listed;
  // The queue is a little behind; what is decided is what the agent's memory shows.
  const fresh = useLoaded(
    async (signal) => (await memoryOf(agent).proposal(id, { signal })).proposal,
    [agent, id],
  );
  const proposal: Queued = fresh.value ? { ...fresh.value, agent } : listed;
  return (
    <section class="panel proposal" aria-label="Proposal">
      <Failed error={fresh.error} again={fresh.again} />
      <header>
        <span class="row">
          <Badge look="accent">{proposal.kind}</Badge>
          <span>
            for <strong>{agent}</strong>
          </span>
          {proposal.status !== "pending" && (
            <Badge look={proposal.status === "approved" ? "good" : "bad"}>{proposal.status}</Badge>
          )}
        </span>
        {proposal.status === "pending" && (
          <Badge look={isUrgent(proposal, Date.now()) ? "bad" : "plain"}>
            ends <When at={proposal.expires_at} />
          </Badge>
        )}
      </header>
      <h2 class={proposal.title === null ? "unseen" : ""}>
        <Stored text={proposal.title ?? "What is proposed"} />
      </h2>
      <StoredBlock label="What is proposed" text={proposal.content} />
      <Screened proposal={proposal} />
      {proposal.conflicts.map((conflict) => (
        <Beside key={conflict.node_id} agent={agent} proposed={proposal.content} conflict={conflict} />
      ))}
      {proposal.corrects.length > 0 && (
        <Named title="It names as wrong" agent={agent} ids={proposal.corrects} />
      )}
      {proposal.status === "pending" && (
        <Deciding proposal={proposal} decided={decided} again={fresh.again} />
      )}
      <Facts of={factsOf(proposal, authors)} />
      {proposal.source_prompt !== null && (
        <details>
          <summary>What was said there</summary>
          <StoredBlock label="What was said there" text={proposal.source_prompt} />
        </details>
      )}
    </section>
  );
}

function Screened({ proposal }: { readonly proposal: Queued }) {
  const { screen } = proposal;
  if (!isSuspicious(proposal) || !screen) return null;
  return (
    <Notice
      kind={screen.verdict === "reject" ? "bad" : "warning"}
      title={
        screen.verdict === "reject" ? "The screen takes it for an attack" : "The screen finds it suspicious"
      }
    >
      <ul>
        {screen.reasons.map((reason) => (
          <li key={reason}>{reasonOf(reason)}</li>
        ))}
      </ul>
      <p>Approved, it is shown to questions all the same.</p>
    </Notice>
  );
}

type Fact = readonly [string, ComponentChildren];

function factsOf(proposal: Queued, authors: ReadonlyMap<string, Author>): Fact[] {
  const { author, created_at, edited_at, novelty, salience, screen, decided_at, decided_by, reason } =
    proposal;
  const facts: Fact[] = [
    ["Proposed by", <Who key="by" id={author} among={authors} />],
    ["Proposed", <When key="at" at={created_at} />],
  ];
  if (edited_at !== null) facts.push(["Changed", <When key="edited" at={edited_at} />]);
  facts.push(["How new", noveltyOf(novelty)], ["How much it says", `${Math.round(salience * 100)} %`]);
  facts.push([
    "Screen",
    screen === undefined ? "not looked at" : screen.verdict === "clean" ? "clean" : "see above",
  ]);
  const listed = (name: string, texts: readonly string[]): void => {
    if (texts.length > 0) facts.push([name, <Texts key={name} texts={texts} />]);
  };
  listed("Tags", proposal.tags);
  listed(
    "Names",
    proposal.entities.map(({ name, type }) => (type ? `${name} (${type})` : name)),
  );
  listed(
    "Relations",
    proposal.relations.map(({ from, type, to }) => `${from} ${type} ${to}`),
  );
  for (const said of [proposal.fact, proposal.memory, proposal.metadata])
    for (const [name, value] of Object.entries(said ?? {}))
      listed(wordsOf(name), [typeof value === "string" ? value : JSON.stringify(value)]);
  listed("Source", [proposal.source ?? ""].filter(Boolean));
  listed("Conversation", [proposal.session ?? ""].filter(Boolean));
  if (decided_at !== null) facts.push(["Decided", <When key="decided" at={decided_at} />]);
  if (decided_by !== null) facts.push(["Decided by", <Who key="decider" id={decided_by} among={authors} />]);
  listed("Reason", [reason ?? ""].filter(Boolean));
  listed("Became", [proposal.node_id ?? ""].filter(Boolean));
  return facts.filter(([name], place) => facts.findIndex(([other]) => other === name) === place);
}

function Texts({ texts }: { readonly texts: readonly string[] }) {
  return (
    <ul>
      {texts.map((text) => (
        <li key={text}>
          <Stored text={text} />
        </li>
      ))}
    </ul>
  );
}

function wordsOf(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

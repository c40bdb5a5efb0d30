// One procedure: what it is for, its steps in order, and its versions.

import {
  Badge,
  Button,
  Notice,
  Panel,
  Shown,
  Stored,
  StoredBlock,
  Table,
  When,
  Who,
} from "../../parts/index.ts";
import { alter } from "../../routing.ts";
import { useAuthors } from "../../session/authors.ts";
import { useLoaded } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import { Decision } from "./decision.tsx";

export function Procedure({ id }: { readonly id: string }) {
  const { memory } = useSession();
  const authors = useAuthors();
  const procedure = useLoaded((signal) => memory.procedureSteps(id, { signal }), [memory, id]);
  return (
    <div class="stack">
      <div class="row">
        <Button look="quiet" onClick={() => alter({ id: undefined }, false)}>
          ← All procedures
        </Button>
      </div>
      <Shown of={procedure} lines={8}>
        {(one) => (
          <>
            {one.superseded_by !== null && (
              <Notice
                kind="warning"
                title="A newer version took its place"
                actions={
                  <Button onClick={() => alter({ id: one.superseded_by ?? undefined }, false)}>
                    To that version
                  </Button>
                }
              >
                It is kept, and no question is shown it any more.
              </Notice>
            )}
            <Panel title={<Stored text={one.title} />} aside={<Badge>version {one.version}</Badge>}>
              <StoredBlock label="Overview" text={one.content} />
              <ol class="steps">
                {one.steps.map((step) => (
                  <li key={step.id}>
                    <h3>
                      {step.step}. <Stored text={step.title} />{" "}
                      {step.kind === "decision" && <Badge look="accent">decision</Badge>}
                    </h3>
                    {step.kind === "decision" ? (
                      <Decision id={step.id} content={step.content} isNewest={one.superseded_by === null} />
                    ) : (
                      <p class="words">
                        <Stored text={step.content} />
                      </p>
                    )}
                  </li>
                ))}
              </ol>
            </Panel>
            <Panel title="Versions">
              <Table
                caption="Versions, oldest first"
                rows={one.versions}
                keyOf={(version) => version.id}
                columns={[
                  { title: "Version", cell: ({ version }) => version },
                  { title: "Title", cell: ({ title }) => <Stored text={title} most={80} /> },
                  { title: "Written", cell: ({ created_at }) => <When at={created_at} /> },
                  { title: "By", cell: ({ author }) => <Who id={author} among={authors} /> },
                  {
                    title: "Actions",
                    cell: (version) =>
                      version.id === one.id ? (
                        <Badge look="accent">shown</Badge>
                      ) : (
                        <Button
                          look="quiet"
                          class="small"
                          aria-label={`Look at it: version ${version.version}`}
                          onClick={() => alter({ id: version.id }, false)}
                        >
                          Look at it
                        </Button>
                      ),
                  },
                ]}
              />
            </Panel>
          </>
        )}
      </Shown>
    </div>
  );
}

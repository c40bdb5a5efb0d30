// Procedures: all of them in their newest versions, and one with its steps.

import { Button, Empty, Pager, Shown, Stored, Table, When, Who } from "../../parts/index.ts";
import { alter, usePlace } from "../../routing.ts";
import { useAuthors } from "../../session/authors.ts";
import { useListed } from "../../session/loading.ts";
import { useSession } from "../../session/session.ts";
import { Procedure } from "./procedure.tsx";
import "./procedures.css";

const PAGE = 50;

export default function Procedures() {
  const id = usePlace().parameters.get("id");
  return id === null ? <All /> : <Procedure key={id} id={id} />;
}

function All() {
  const { memory } = useSession();
  const authors = useAuthors();
  const procedures = useListed(
    async (cursor, signal) => {
      const page = await memory.procedures({ limit: PAGE, cursor }, { signal });
      return { items: page.procedures, next: page.next_cursor };
    },
    [memory],
  );
  return (
    <>
      <Shown of={procedures} lines={6}>
        {(all) =>
          all.length === 0 ? (
            <Empty title="There is no procedure yet">
              <p>
                An agent stores one with its steps: <code>edgebrain procedure add FILE</code>.
              </p>
            </Empty>
          ) : (
            <Table
              caption="Procedures"
              rows={all}
              keyOf={(one) => one.id}
              columns={[
                {
                  title: "Title",
                  cell: (one) => (
                    <Button look="quiet" class="small" onClick={() => alter({ id: one.id }, false)}>
                      <Stored text={one.title} most={100} />
                    </Button>
                  ),
                },
                { title: "Steps", number: true, cell: ({ steps }) => steps },
                { title: "Version", number: true, cell: ({ version }) => version },
                { title: "Written", cell: ({ created_at }) => <When at={created_at} /> },
                { title: "By", cell: ({ author }) => <Who id={author} among={authors} /> },
              ]}
            />
          )
        }
      </Shown>
      <Pager of={procedures} />
    </>
  );
}

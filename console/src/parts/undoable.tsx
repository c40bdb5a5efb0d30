// What was just done, with a button that takes it back as long as the memory can.

import { useAction } from "../session/loading.ts";
import { useSession } from "../session/session.ts";
import { Button } from "./button.tsx";
import { Failed, Notice } from "./notice.tsx";
import { useToast } from "./toast.tsx";

export interface Deed {
  /** What was done, as a sentence. */
  readonly said: string;
  /** The event that an undo names; null where there is nothing to take back. */
  readonly event: string | null;
}

interface Props {
  readonly deed: Deed | undefined;
  /** Called once it is taken back, or no longer to be shown. */
  readonly forget: (isUndone: boolean) => void;
}

export function Undoable({ deed, forget }: Props) {
  const { memory } = useSession();
  const say = useToast();
  const undoing = useAction(async (event: string) => {
    await memory.undo({ event_id: event });
    say("Taken back.");
    forget(true);
  });
  if (!deed) return null;
  const { said, event } = deed;
  return (
    <>
      <Notice
        kind="good"
        title={said}
        actions={
          <span class="row">
            {event !== null && (
              <Button busy={undoing.busy} onClick={() => undoing.run(event)}>
                Take it back
              </Button>
            )}
            <Button
              look="quiet"
              onClick={() => {
                undoing.forget();
                forget(false);
              }}
            >
              Done
            </Button>
          </span>
        }
      />
      <Failed error={undoing.error} />
    </>
  );
}

// A field with its label, a hint and what is wrong with it, tied together for screen readers. Name, value and the rest are
// those of the element.

import type {
  ComponentChildren,
  InputHTMLAttributes,
  PartialInputHTMLAttributes,
  PartialSelectHTMLAttributes,
  TextareaHTMLAttributes,
} from "preact";
import { useId } from "preact/hooks";

interface Told {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly wrong?: string;
}

type Own = "label" | "role";
type TextProps = Told &
  Omit<PartialInputHTMLAttributes<HTMLInputElement>, Own | "type"> & {
    readonly type?: "text" | "password" | "search" | "number" | "date" | "datetime-local" | "file";
    /** Id of a list of proposals. */
    readonly list?: string;
  };
type AreaProps = Told & Omit<TextareaHTMLAttributes, Own>;
type ChoiceProps = Told &
  Omit<PartialSelectHTMLAttributes<HTMLSelectElement>, Own | "size"> & {
    /** Values with what is shown for them. */
    readonly options: readonly (readonly [value: string, shown: string])[];
  };
type CheckProps = Omit<TextProps, "wrong" | "type">;

export function Field({ label, hint, wrong, ...input }: TextProps) {
  const { id, told } = useTold(hint, wrong);
  // SAFETY: the types of preact have one shape for each `type`; these share all that is given.
  const given = input as InputHTMLAttributes;
  return (
    <Around id={id} label={label} hint={hint} wrong={wrong}>
      <input id={id} type="text" {...given} aria-describedby={told} aria-invalid={wrong !== undefined} />
    </Around>
  );
}

export function Area({ label, hint, wrong, ...area }: AreaProps) {
  const { id, told } = useTold(hint, wrong);
  return (
    <Around id={id} label={label} hint={hint} wrong={wrong}>
      <textarea id={id} rows={3} {...area} aria-describedby={told} aria-invalid={wrong !== undefined} />
    </Around>
  );
}

export function Choice({ label, hint, wrong, options, value, ...select }: ChoiceProps) {
  const { id, told } = useTold(hint, wrong);
  return (
    <Around id={id} label={label} hint={hint} wrong={wrong}>
      <select id={id} value={value} {...select} aria-describedby={told} aria-invalid={wrong !== undefined}>
        {options.map(([one, shown]) => (
          <option key={one} value={one} selected={one === value}>
            {shown}
          </option>
        ))}
      </select>
    </Around>
  );
}

export function Check({ label, hint, ...input }: CheckProps) {
  const { id, told } = useTold(hint, undefined);
  return (
    <div class="check">
      <input id={id} type="checkbox" {...input} aria-describedby={told} />
      <label for={id}>{label}</label>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

function Around({ id, label, hint, wrong, children }: Told & { id: string; children: ComponentChildren }) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {wrong && (
        <p class="wrong" id={`${id}-wrong`}>
          {wrong}
        </p>
      )}
    </div>
  );
}

function useTold(hint: ComponentChildren, wrong: string | undefined): { id: string; told?: string } {
  const id = useId();
  const told = [hint && `${id}-hint`, wrong && `${id}-wrong`].filter(Boolean).join(" ");
  return { id, told: told || undefined };
}

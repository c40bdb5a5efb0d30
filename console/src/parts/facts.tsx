// Small ways to show one fact: a number with its name, a badge, a time, a list of names with values.

import type { ComponentChildren } from "preact";

const MINUTE = 60_000;
const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["day", 24 * 60 * MINUTE],
  ["hour", 60 * MINUTE],
  ["minute", MINUTE],
];
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const absolute = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });
const number = new Intl.NumberFormat("en");

/** A number with what it counts; `href` leads to the things that are counted. */
export function Figure(props: {
  readonly name: string;
  readonly value: ComponentChildren;
  readonly note?: ComponentChildren;
  readonly look?: "good" | "warning" | "bad";
  readonly href?: string;
}) {
  const { name, value, note, look = "", href } = props;
  return (
    <div class={`figure ${look}`}>
      <dt>{href ? <a href={href}>{name}</a> : name}</dt>
      <dd>
        <span class="value">{typeof value === "number" ? number.format(value) : value}</span>
        {note && <span class="note">{note}</span>}
      </dd>
    </div>
  );
}

/** Figures beside each other. */
export function Figures({ children }: { readonly children: ComponentChildren }) {
  return <dl class="figures">{children}</dl>;
}

export function Badge(props: {
  readonly look?: "plain" | "good" | "warning" | "bad" | "accent";
  readonly children: ComponentChildren;
}) {
  return <span class={`badge ${props.look ?? "plain"}`}>{props.children}</span>;
}

/** A moment, milliseconds since 1970: how long ago, and exactly when one points at it. */
export function When({ at }: { readonly at: number }) {
  const exact = absolute.format(at);
  return (
    <time dateTime={new Date(at).toISOString()} title={exact}>
      {agoOf(at, Date.now())}
    </time>
  );
}

function agoOf(at: number, now: number): string {
  const difference = at - now;
  if (Math.abs(difference) > 14 * 24 * 60 * MINUTE) return absolute.format(at);
  const unit = UNITS.find(([, length]) => Math.abs(difference) >= length);
  return unit ? relative.format(Math.round(difference / unit[1]), unit[0]) : "just now";
}

/** Names with their values, line by line. */
export function Facts({ of }: { readonly of: readonly (readonly [string, ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {of.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A part of a page with a heading. */
export function Panel(props: {
  readonly title: ComponentChildren;
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  return (
    <section class="panel">
      <header>
        <h2>{props.title}</h2>
        {props.aside}
      </header>
      {props.children}
    </section>
  );
}

export function Icon({ path }: { readonly path: string }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

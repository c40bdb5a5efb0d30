// Keys of one letter, or of two such as `g h`: whoever is drawn says which it takes and what they do. They can be switched
// off, since single letters clash with some ways to speak to a computer, and are letters while one types.

import { useEffect, useRef } from "preact/hooks";

export interface Key {
  /** Such as `j`, or `g h`: one after the other. */
  readonly keys: string;
  /** What they do, for the list of keys. */
  readonly says: string;
  readonly act: (event: KeyboardEvent) => void;
}

const STORED = "edgebrain.shortcuts";
const BETWEEN_MS = 1_500;
const FIRST = "g";

/** Those that are drawn, the newest last. */
const taken = new Set<{ current: readonly Key[] }>();
let before = { key: "", at: 0 };

/** Takes keys as long as the caller is drawn; whoever came last is asked first. */
export function useKeys(keys: readonly Key[]): void {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    if (taken.size === 0) addEventListener("keydown", pressed);
    taken.add(current);
    return () => {
      taken.delete(current);
      if (taken.size === 0) removeEventListener("keydown", pressed);
    };
  }, []);
}

/** All keys that do something now, those of the frame first. */
export function keysNow(): readonly Key[] {
  return [...taken].flatMap(({ current }) => current).sort((a, b) => b.keys.length - a.keys.length);
}

export function keysAreOn(): boolean {
  return localStorage.getItem(STORED) !== "off";
}

export function switchKeys(on: boolean): void {
  localStorage.setItem(STORED, on ? "on" : "off");
}

function pressed(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || !keysAreOn() || isTyping(event.target)) return;
  const isSecond = before.key === FIRST && performance.now() - before.at < BETWEEN_MS;
  const keys = isSecond ? `${FIRST} ${event.key}` : event.key;
  before = { key: isSecond ? "" : event.key, at: performance.now() };
  const newestFirst = [...taken].reverse().flatMap(({ current }) => current);
  newestFirst.find((one) => one.keys === keys)?.act(event);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.closest("input:not([type=checkbox]), textarea, select, dialog") !== null ||
      target.isContentEditable)
  );
}

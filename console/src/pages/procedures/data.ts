// What the procedures page makes of a decision's rule, which is stored text: its branches, and the numbers that it asks for.

export interface Branch {
  readonly condition: string;
  readonly result: string;
}

export interface Rule {
  readonly description: string;
  readonly branches: readonly Branch[];
  readonly otherwise: string;
}

/** The rule of a decision; null where the text is none, as one that was imported may be. */
export function ruleOf(content: string): Rule | null {
  try {
    const { description, branches, default_branch: otherwise } = JSON.parse(content);
    if (!Array.isArray(branches)) return null;
    return {
      description: String(description ?? ""),
      branches: branches.map(({ condition, result }) => ({
        condition: String(condition),
        result: String(result),
      })),
      otherwise: String(otherwise ?? ""),
    };
  } catch {
    return null;
  }
}

/** Names of the numbers that its conditions ask for, in order, each once. */
export function variablesOf({ branches }: Rule): string[] {
  const names = branches.map(({ condition }) => condition.split(/>=|<=|!=|==|>|</, 1)[0].trim());
  return [...new Set(names.filter((name) => name !== ""))];
}

/** The numbers that were given; null where one of them is none. */
export function numbersOf(given: Readonly<Record<string, string>>): Record<string, number> | null {
  const entries = Object.entries(given)
    .filter(([, text]) => text.trim() !== "")
    .map(([name, text]) => [name, Number(text)] as const);
  return entries.some(([, value]) => !Number.isFinite(value)) ? null : Object.fromEntries(entries);
}

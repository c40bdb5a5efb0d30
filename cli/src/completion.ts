// Completion: what may come next on a command line, from the table of commands. A shell's part is a few lines that ask
// the program, so that every shell knows what the program knows.

import { type Command, flagOf } from "./command.ts";

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

/** The word that stands before what was typed when a shell asks. */
export const ASKED = "__complete";

/** What the last of these words may become; `globals` are the options that every command takes. */
export function candidates(
  words: readonly string[],
  commands: readonly Command[],
  globals: readonly string[],
): string[] {
  const typed = words.slice(0, -1).filter((word) => !word.startsWith("-"));
  const partial = words.at(-1) ?? "";
  const command = longest(typed, commands);
  const flag = words.at(-2);
  const field = command?.options.find((option) => flagOf(option) === flag);
  if (field?.choices) return beginning(partial, field.choices);
  if (partial.startsWith("-"))
    return beginning(partial, [...(command?.options.map(flagOf) ?? []), ...globals, "--help"]);
  if (command) {
    const at = typed.length - command.name.split(" ").length;
    return beginning(partial, command.arguments[at]?.choices ?? []);
  }
  const next = commands
    .map(({ name }) => name.split(" "))
    .filter((name) => typed.every((word, at) => name[at] === word))
    .map((name) => name[typed.length]);
  return beginning(partial, [...new Set(next.filter((word) => word !== undefined))]);
}

/** What a shell reads once: it hands its words to the program. */
export function shim(shell: Shell): string {
  if (shell === "bash")
    return `_edgebrain() {
  local IFS=$'\\n'
  COMPREPLY=($(edgebrain ${ASKED} "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _edgebrain edgebrain`;
  if (shell === "zsh")
    return `#compdef edgebrain
_edgebrain() {
  local -a found
  found=("\${(@f)$(edgebrain ${ASKED} "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  [[ -n "$found" ]] && compadd -- $found || _files
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -u }
compdef _edgebrain edgebrain`;
  return `function __edgebrain
  set -l words (commandline -opc) (commandline -ct)
  set -l found (edgebrain ${ASKED} $words[2..-1] 2>/dev/null | string match -rv '^$')
  if set -q found[1]
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c edgebrain -f -a '(__edgebrain)'`;
}

function longest(typed: readonly string[], commands: readonly Command[]): Command | undefined {
  return commands.find(({ name }) => name.split(" ").every((word, at) => typed[at] === word));
}

function beginning(partial: string, words: readonly string[]): string[] {
  return words.filter((word) => word.startsWith(partial));
}

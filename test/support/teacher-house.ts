// A small memory with routes to choose from, and a teacher whose words a test writes.

import { ModelFailure } from "../../durable/model/failure.ts";
import type { LanguageModel, Prompt } from "../../durable/model/language-model.ts";
import type { TeachReply, TeachRequest } from "../../wire/teaching.ts";
import { WorkspaceMemory } from "./workspace-memory.ts";

export const REACHED = "deploys run on fridays";
export const HELPS = "a deploy needs an approval";
export const MISLEADS = "cats sleep all day";
export const QUESTION = "when do deploys run?";

/** Answers as it is told; remembers what it was asked. */
export class ScriptedModel implements LanguageModel {
  readonly name = "scripted:teacher";
  readonly prompts: Prompt[] = [];
  says: (prompt: string, call: number) => string | ModelFailure | Promise<string> = () => "{}";

  async complete(prompt: Prompt): Promise<string> {
    this.prompts.push(prompt);
    const said = await this.says(prompt.prompt, this.prompts.length);
    if (said instanceof ModelFailure) throw said;
    return said;
  }
}

/** Scores by the text of the candidates, as a model gives them by their names in the prompt. */
export function scoring(scores: Readonly<Record<string, number>>): (prompt: string) => string {
  return (prompt) => {
    const named = [...prompt.matchAll(/^(c\d+):\n {3}(.*)$/gm)].flatMap(([, name, text]) =>
      text in scores ? [[name, scores[text]]] : [],
    );
    return JSON.stringify({ scores: Object.fromEntries(named) });
  };
}

export class TeacherHouse extends WorkspaceMemory {
  readonly model = new ScriptedModel();

  static async begin({ question = QUESTION, helps = HELPS } = {}): Promise<TeacherHouse> {
    const house = new TeacherHouse();
    Object.assign(house.memory, { model: () => house.model });
    await house.sync({ "a.md": REACHED, "b.md": helps, "c.md": MISLEADS });
    house.link(REACHED, helps, 0.4);
    house.link(REACHED, MISLEADS, 0.3);
    if (question) await house.perform("query", { query: question });
    return house;
  }

  teach(request: TeachRequest = {}): Promise<TeachReply> {
    return this.perform("teach", request);
  }

  /** What a change would show in: graph, journal beside questions, number of the last change. */
  state(): unknown {
    const { store } = this.memory;
    const entries = store.journal(100).filter(({ type }) => type !== "query");
    return { mind: this.mindAndDisk(), entries, revision: store.revision };
  }
}

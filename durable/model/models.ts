// The language model of one agent's object: made of the deployment's variables, and counted for the meter of the tenant.

import { Refusal } from "../../wire/errors.ts";
import type { AiBinding } from "../remote/ai-binding.ts";
import type { RemotePorts } from "../remote/ports.ts";
import { Anthropic } from "./anthropic.ts";
import { type ModelChoice, type ModelVariables, modelConfigurationOf } from "./configuration.ts";
import type { LanguageModel } from "./language-model.ts";
import { OpenAiCompatible } from "./openai-compatible.ts";
import type { ModelProvider, Outside } from "./provider.ts";
import { RemoteModel } from "./remote-model.ts";
import { WorkersAi } from "./workers-ai.ts";

export class Models {
  readonly #variables: ModelVariables;
  readonly #ports: RemotePorts;
  /** The model, null for none, or what is wrong with the variables; undefined before it was asked for. */
  #made: LanguageModel | null | Refusal | undefined;
  #answers = 0;

  constructor(variables: ModelVariables, ports: RemotePorts) {
    this.#variables = variables;
    this.#ports = ports;
  }

  /** The deployment's model, or null where it has none. Refuses while the variables are wrong. */
  current(): LanguageModel | null {
    this.#made ??= this.#counted();
    if (this.#made instanceof Refusal) throw this.#made;
    return this.#made;
  }

  /** Answers since this was asked last: what failed costs the tenant nothing, what needed several attempts counts once. */
  takeCount(): number {
    const taken = this.#answers;
    this.#answers = 0;
    return taken;
  }

  /** One that is made anew, not counted; null for none. */
  make(variables: ModelVariables, ports: RemotePorts): LanguageModel | null {
    const { choice, dailyTokens } = modelConfigurationOf(variables);
    const outside: Outside = { send: (...request) => fetch(...request), now: () => ports.now() };
    const provider = choice && providerOf(choice, outside, variables.AI as AiBinding | undefined);
    return provider && new RemoteModel(provider, ports, dailyTokens);
  }

  #counted(): LanguageModel | null | Refusal {
    try {
      const model = this.make(this.#variables, this.#ports);
      return (
        model && {
          name: model.name,
          complete: async (prompt, withinMs) => {
            const text = await model.complete(prompt, withinMs);
            this.#answers++;
            return text;
          },
        }
      );
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  }
}

function providerOf(choice: ModelChoice, outside: Outside, ai: AiBinding | undefined): ModelProvider {
  switch (choice.kind) {
    case "workers-ai":
      return new WorkersAi(choice.model, ai, outside.now);
    case "anthropic":
      return new Anthropic(choice.endpoint, outside);
    case "openai-compatible":
      return new OpenAiCompatible(choice.endpoint, outside);
  }
}

// An agent with everybody that reviewed memory needs: a device that proposes, a reviewer, and an owner.

import type { MemoryClient } from "../../client/memory-client.ts";
import type { Role, TokenReply } from "../../wire/directory.ts";
import type { RequestOf } from "../../wire/endpoints.ts";
import type { Proposal } from "../../wire/reviewing.ts";
import { type Agent, agentNamed } from "./agent-story.ts";
import { Story } from "./story.ts";

export class ReviewHouse {
  readonly story: Story;
  readonly name: string;
  readonly object: Agent;
  readonly owner: MemoryClient;
  readonly tokens: { readonly device: TokenReply; readonly reviewer: TokenReply };

  private constructor(story: Story, agent: { id: string; name: string }, tokens: ReviewHouse["tokens"]) {
    this.story = story;
    this.name = agent.name;
    this.object = agentNamed(agent.id);
    this.tokens = tokens;
    this.owner = story.memory(agent.name);
  }

  static async begin(home?: Story): Promise<ReviewHouse> {
    const story = home ?? (await Story.begin());
    const agent = await story.agent();
    const tokens = { device: await story.token("agent"), reviewer: await story.token("reviewer") };
    return new ReviewHouse(story, agent, tokens);
  }

  get device(): MemoryClient {
    return this.story.memory(this.name, this.tokens.device.token);
  }

  get reviewer(): MemoryClient {
    return this.story.memory(this.name, this.tokens.reviewer.token);
  }

  async as(role: Role): Promise<MemoryClient> {
    return this.story.memory(this.name, (await this.story.token(role)).token);
  }

  /** The device proposes something new. */
  async propose(
    content: string,
    more: Omit<RequestOf<"propose">, "content"> = {},
  ): Promise<{ id: string; digest: string; status: string }> {
    const { id, digest, status } = await this.device.propose({ ...more, content });
    return { id: id as string, digest: digest as string, status };
  }

  /** What fires for the owner. */
  async textsFor(query: string): Promise<string[]> {
    return (await this.owner.query({ query })).fired.map(({ text }) => text);
  }
}

export async function waitingIn(memory: MemoryClient): Promise<Proposal[]> {
  return (await memory.proposals({ limit: 200 })).proposals;
}

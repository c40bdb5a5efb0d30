// The floor of the load bench: a worker that only answers, and objects that only answer or keep one row.

import { DurableObject } from "cloudflare:workers";

interface Env {
  readonly FLOOR: DurableObjectNamespace<Floor>;
}

export class Floor extends DurableObject<Env> {
  empty(question: unknown): unknown {
    return question;
  }

  write(question: unknown): unknown {
    this.ctx.storage.sql.exec("create table if not exists floor (id integer primary key, value)");
    this.ctx.storage.sql.exec("insert or replace into floor values (1, ?)", JSON.stringify(question));
    return question;
  }
}

export default {
  async fetch(request: Request, { FLOOR }: Env): Promise<Response> {
    const { pathname } = new URL(request.url);
    const question: unknown = await request.json();
    if (pathname === "/worker") return Response.json(question);
    const object = FLOOR.getByName("floor");
    return Response.json(await (pathname === "/object" ? object.empty(question) : object.write(question)));
  },
};

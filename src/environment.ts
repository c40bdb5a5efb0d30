// What a request of the Worker carries along.

export interface Environment {
  Bindings: Cloudflare.Env;
  Variables: { requestId: string };
}

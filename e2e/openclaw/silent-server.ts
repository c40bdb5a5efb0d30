// What stands in the service's place when it hangs: it takes every connection and never says a word.

import net from "node:net";

export class SilentServer {
  readonly #server: net.Server;
  readonly #open = new Set<net.Socket>();
  connections = 0;

  private constructor() {
    this.#server = net.createServer((socket) => {
      this.connections++;
      this.#open.add(socket);
      socket.on("close", () => this.#open.delete(socket));
      socket.on("error", () => undefined);
      socket.resume();
    });
  }

  static async begin(port: number): Promise<SilentServer> {
    const silent = new SilentServer();
    await new Promise<void>((resolve, reject) => {
      silent.#server.once("error", reject);
      silent.#server.listen(port, "127.0.0.1", resolve);
    });
    return silent;
  }

  async end(): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

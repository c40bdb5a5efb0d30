// Hears from an agent's object that something changed. It is a WebSocket which the object may leave sleeping,
// so that listening keeps nobody awake.

export class Bell {
  readonly #socket: WebSocket;
  #rang = false;
  #ended = false;
  #wake: () => void = () => undefined;

  /** Takes a socket that is not accepted yet. */
  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", () => {
      this.#rang = true;
      this.#wake();
    });
    for (const end of ["close", "error"] as const) {
      socket.addEventListener(end, () => {
        this.#ended = true;
        this.#wake();
      });
    }
    socket.accept();
  }

  /** What comes first: a change since the last call, the end, or silence for so many milliseconds. One call at a time. */
  async heard(ms: number): Promise<"change" | "end" | "silence"> {
    if (!this.#rang && !this.#ended) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    if (this.#ended) return "end";
    const heard = this.#rang ? "change" : "silence";
    this.#rang = false;
    return heard;
  }

  close(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#wake();
    this.#socket.close();
  }
}

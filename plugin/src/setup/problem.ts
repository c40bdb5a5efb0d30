// What a command can't go on with: a sentence that says what to do, and the exit status that goes with it.

export class Problem extends Error {
  override readonly name = "Problem";
  readonly exitCode: 1 | 2;

  /** 1: it was tried and failed. 2: what was asked for can't be done as it was asked. */
  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

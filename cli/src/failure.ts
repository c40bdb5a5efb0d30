// What stops a local start and is the user's to mend: printed as one line, without a stack.

export class Failure extends Error {
  override readonly name = "Failure";
  /** 1: the machine or the worker is not ready. 2: the command line is wrong. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

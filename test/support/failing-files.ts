// Files that a test can end at any step, before or after it is done, as a killed process would: from then on nothing
// works any more in that process, while what is on the disk stays.

import { FILES, type Files } from "../../plugin/src/queue/files.ts";

export class Killed extends Error {}

export class FailingFiles implements Files {
  /** Steps until the end; a half ends it after the last of them. */
  #left: number;

  constructor(steps = Number.POSITIVE_INFINITY) {
    this.#left = steps;
  }

  makeFolder(folder: string) {
    return this.#step(() => FILES.makeFolder(folder));
  }

  names(folder: string) {
    return this.#step(() => FILES.names(folder));
  }

  read(file: string) {
    return this.#step(() => FILES.read(file));
  }

  create(file: string, text: string) {
    return this.#step(() => FILES.create(file, text));
  }

  rename(from: string, to: string) {
    return this.#step(() => FILES.rename(from, to));
  }

  remove(file: string) {
    return this.#step(() => FILES.remove(file));
  }

  changedAt(file: string) {
    return this.#step(() => FILES.changedAt(file));
  }

  async #step<T>(act: () => Promise<T>): Promise<T> {
    if (this.#left <= 0) throw new Killed();
    this.#left--;
    const result = await act();
    if (this.#left < 0) throw new Killed();
    return result;
  }
}

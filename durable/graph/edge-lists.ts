// For each node a list of edge numbers, all lists in one Int32Array.
// A list that outgrows its room moves to the end with twice the room, so appending costs O(1) on average.

const FIRST_ROOM = 4;

export class EdgeLists {
  /** Where the list of a node begins in `items`. */
  starts = new Int32Array(16);
  /** How many edges the list of a node holds. */
  counts = new Int32Array(16);
  /** The lists themselves, one after the other. */
  items = new Int32Array(64);
  private rooms = new Int32Array(16);
  private used = 0;

  /** Makes the lists of all owners anew from edges in their order; `weights`: of those alone that are negative. */
  fill(size: number, edges: number, owners: Int32Array, weights?: Float64Array): void {
    this.reserve(size);
    this.counts.fill(0);
    for (let edge = 0; edge < edges; edge++) {
      if (!weights || weights[edge] < 0) this.counts[owners[edge]]++;
    }
    let used = 0;
    for (let owner = 0; owner < size; owner++) {
      this.starts[owner] = used;
      used += this.counts[owner];
    }
    this.rooms.set(this.counts);
    this.items = new Int32Array(Math.max(64, roomFor(used + FIRST_ROOM, used)));
    this.used = used;
    this.counts.fill(0);
    for (let edge = 0; edge < edges; edge++) {
      if (weights && !(weights[edge] < 0)) continue;
      const owner = owners[edge];
      this.items[this.starts[owner] + this.counts[owner]++] = edge;
    }
  }

  /** Makes sure that positions below `size` have a (possibly empty) list. */
  reserve(size: number): void {
    if (size <= this.starts.length) return;
    const length = roomFor(size, this.starts.length);
    this.starts = grown(this.starts, length);
    this.counts = grown(this.counts, length);
    this.rooms = grown(this.rooms, length);
  }

  append(position: number, edge: number): void {
    this.insert(position, this.counts[position], edge);
  }

  insert(position: number, index: number, edge: number): void {
    if (this.counts[position] === this.rooms[position]) this.moveToEnd(position);
    const start = this.starts[position];
    const end = start + this.counts[position];
    this.items.copyWithin(start + index + 1, start + index, end);
    this.items[start + index] = edge;
    this.counts[position]++;
  }

  removeAt(position: number, index: number): void {
    const start = this.starts[position];
    this.items.copyWithin(start + index, start + index + 1, start + this.counts[position]);
    this.counts[position]--;
  }

  /** Index of `edge` in the list of `position`, or −1. */
  indexOf(position: number, edge: number): number {
    const start = this.starts[position];
    for (let index = 0; index < this.counts[position]; index++) {
      if (this.items[start + index] === edge) return index;
    }
    return -1;
  }

  at(position: number, index: number): number {
    return this.items[this.starts[position] + index];
  }

  /** A copy of the list, safe to walk while edges are added or removed. */
  list(position: number): Int32Array {
    const start = this.starts[position];
    return this.items.slice(start, start + this.counts[position]);
  }

  private moveToEnd(position: number): void {
    const room = Math.max(FIRST_ROOM, this.rooms[position] * 2);
    if (this.used + room > this.items.length) this.compact(room);
    const start = this.starts[position];
    this.items.copyWithin(this.used, start, start + this.counts[position]);
    this.starts[position] = this.used;
    this.rooms[position] = room;
    this.used += room;
  }

  /** Packs the lists anew, which drops the room they left behind, and leaves space for `extra` more. */
  private compact(extra: number): void {
    let live = 0;
    for (let position = 0; position < this.rooms.length; position++) live += this.rooms[position];
    const items = new Int32Array(roomFor(live + extra, live + extra));
    let used = 0;
    for (let position = 0; position < this.rooms.length; position++) {
      const start = this.starts[position];
      items.set(this.items.subarray(start, start + this.counts[position]), used);
      this.starts[position] = used;
      used += this.rooms[position];
    }
    this.items = items;
    this.used = used;
  }
}

/** Half of what is full is little where that is little; where it is much, it is memory that others need. */
const MUCH = 1 << 16;

/** Room for at least `size`, more than the `length` that is full. */
export function roomFor(size: number, length: number): number {
  return Math.max(size, length < MUCH ? length * 2 : Math.ceil(length * 1.25));
}

/** Gives arrays that an owner holds by these names, between blanks, more room. */
export function growAll(owner: object, names: string, length: number): void {
  const arrays = owner as Record<string, Int32Array | Float64Array | Uint8Array>;
  for (const name of names.split(" ")) arrays[name] = grown(arrays[name], length);
}

/** A longer copy of a typed array. */
function grown<T extends Int32Array | Float64Array | Uint8Array>(array: T, length: number): T {
  const longer = new (array.constructor as new (length: number) => T)(length);
  longer.set(array as never);
  return longer;
}

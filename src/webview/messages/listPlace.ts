/** Where to scroll once the row is laid out. */
export interface Goal {
  readonly position: number;
  readonly align: 'start' | 'center' | 'end' | 'auto';
}

/** Where the reader is in a list of one epoch: the laid out segment, whether at the end, and what has the focus. */
export class ListPlace {
  #total: number;
  #segment: Segment;
  #goal: Goal | undefined;
  #seen: number;
  #atEnd: boolean;
  /** The message that has the focus, or something within it. */
  focused: number | undefined;
  /** The message that gets the focus as soon as its row exists. */
  toFocus: number | undefined;

  constructor(total: number, start: number | undefined) {
    this.#total = total;
    this.#seen = total;
    const position = Math.min(start ?? total - 1, total - 1);
    this.#atEnd = position === total - 1;
    this.#segment = segmentAround(Math.max(0, position), total);
    if (total > 0) this.#goal = { position, align: this.#atEnd ? 'end' : 'start' };
  }

  get segment(): Segment {
    return this.#segment;
  }

  get goal(): Goal | undefined {
    return this.#goal;
  }

  get atEnd(): boolean {
    return this.#atEnd;
  }

  /** Messages that arrived since the reader was last at the end. */
  get unseen(): number {
    return this.#atEnd ? 0 : this.#total - this.#seen;
  }

  /** Takes note of messages that arrived. */
  grow(total: number): void {
    if (total === this.#total) return;
    this.#segment = segmentWithTotal(this.#segment, this.#total, total);
    this.#total = total;
    this.#seen = this.#atEnd ? total : Math.min(this.#seen, total);
  }

  /** Sets a new goal and makes sure that the segment holds it. */
  head(goal: Goal): void {
    this.#goal = goal;
    const index = goal.position - this.#segment.start;
    if (index < 0 || index >= this.#segment.count) this.#segment = segmentAround(goal.position, this.#total);
  }

  /** The goal, which counts as reached from now on. */
  takeGoal(): Goal | undefined {
    const goal = this.#goal;
    this.#goal = undefined;
    return goal;
  }

  /** Takes note of how near the end of the segment the reader has scrolled; true when that changed what is shown. */
  scrolled(atEndOfSegment: boolean): boolean {
    const atEnd = atEndOfSegment && this.#segment.start + this.#segment.count === this.#total;
    const changed = atEnd !== this.#atEnd;
    this.#atEnd = atEnd;
    if (atEnd) this.#seen = this.#total;
    return changed;
  }

  /** Moves the segment along when the reader rests near an edge of it; true when it moved. */
  settle(position: number): boolean {
    if (!isNearEdge(this.#segment, position, this.#total)) return false;
    this.#segment = segmentAround(position, this.#total);
    return true;
  }
}

/**
 * The run of a dialog the list lays out at once. Browsers cap the height of an element near 33 million pixels, so a
 * dialog longer than `segmentLength` is laid out in part; the part moves along as the reader nears its edge.
 */
export interface Segment {
  readonly start: number;
  readonly count: number;
}

export const segmentLength = 100_000;

const edge = 2_000;

/** The segment to show `position` in. */
export function segmentAround(position: number, total: number): Segment {
  if (total <= segmentLength) return { start: 0, count: total };
  const start = Math.min(Math.max(0, position - segmentLength / 2), total - segmentLength);
  return { start: Math.floor(start), count: segmentLength };
}

/** The same place in a dialog that has now `total` messages; a segment that reached to its end still does. */
function segmentWithTotal(segment: Segment, previousTotal: number, total: number): Segment {
  if (total <= segmentLength) return { start: 0, count: total };
  const end = segment.start + segment.count;
  if (end >= previousTotal || end > total) return segmentAround(total, total);
  return segment;
}

/** Whether the reader is so near an edge behind which there is more that the segment should move. */
export function isNearEdge(segment: Segment, position: number, total: number): boolean {
  const end = segment.start + segment.count;
  return (segment.start > 0 && position < segment.start + edge) || (end < total && position > end - edge);
}

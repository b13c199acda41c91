/** Position to scroll to once its row is laid out. */
export interface Goal {
  readonly position: number;
  readonly align: 'start' | 'center' | 'end' | 'auto';
}

/** The user's position in a list of one epoch: the laid out segment, whether it is at the end, and the focus. */
export class ListViewport {
  #total: number;
  #segment: Segment;
  #goal: Goal | undefined;
  #seen: number;
  #atEnd: boolean;
  /** The message that has the focus, or contains it. */
  focused: number | undefined;
  /** The message to focus as soon as its row exists. */
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

  /** Number of messages that arrived since the user was last at the end. */
  get unseen(): number {
    return this.#atEnd ? 0 : this.#total - this.#seen;
  }

  /** Records that messages have arrived. */
  grow(total: number): void {
    if (total === this.#total) return;
    this.#segment = segmentWithTotal(this.#segment, this.#total, total);
    this.#total = total;
    this.#seen = this.#atEnd ? total : Math.min(this.#seen, total);
  }

  /** Sets a new goal and makes sure that the segment contains it. */
  setGoal(goal: Goal): void {
    this.#goal = goal;
    const index = goal.position - this.#segment.start;
    if (index < 0 || index >= this.#segment.count) this.#segment = segmentAround(goal.position, this.#total);
  }

  /** Returns the goal and clears it. */
  takeGoal(): Goal | undefined {
    const goal = this.#goal;
    this.#goal = undefined;
    return goal;
  }

  /** Records whether the end of the segment is reached; returns true if that changes what is displayed. */
  scrolled(atEndOfSegment: boolean): boolean {
    const atEnd = atEndOfSegment && this.#segment.start + this.#segment.count === this.#total;
    const changed = atEnd !== this.#atEnd;
    this.#atEnd = atEnd;
    if (atEnd) this.#seen = this.#total;
    return changed;
  }

  /** Moves the segment when scrolling pauses near its edge; returns true if it moved. */
  settle(position: number): boolean {
    if (!isNearEdge(this.#segment, position, this.#total)) return false;
    this.#segment = segmentAround(position, this.#total);
    return true;
  }
}

/**
 * The range of a dialog laid out at once. Browsers limit an element's height to about 33 million pixels, so dialogs
 * longer than `segmentLength` are laid out in segments that move when the user nears an edge.
 */
export interface Segment {
  readonly start: number;
  readonly count: number;
}

export const segmentLength = 100_000;

const edge = 2_000;

/** Returns the segment in which to show `position`. */
export function segmentAround(position: number, total: number): Segment {
  if (total <= segmentLength) return { start: 0, count: total };
  const start = Math.min(Math.max(0, position - segmentLength / 2), total - segmentLength);
  return { start: Math.floor(start), count: segmentLength };
}

/** Adjusts a segment to a new total; one that reached the end still does. */
function segmentWithTotal(segment: Segment, previousTotal: number, total: number): Segment {
  if (total <= segmentLength) return { start: 0, count: total };
  const end = segment.start + segment.count;
  if (end >= previousTotal || end > total) return segmentAround(total, total);
  return segment;
}

/** Reports whether a position is so near an edge with more messages beyond that the segment should move. */
export function isNearEdge(segment: Segment, position: number, total: number): boolean {
  const end = segment.start + segment.count;
  return (segment.start > 0 && position < segment.start + edge) || (end < total && position > end - edge);
}

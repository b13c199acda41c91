/** Messages in order of time, oldest first. */
export interface Timeline {
  readonly total: number;
  /** Returns the time of the message at a position, in milliseconds. */
  readonly timeAt: (position: number) => Promise<number> | number;
}

/** A day with messages. */
export interface TimelineDay {
  /** Its start in local time, milliseconds. */
  readonly from: number;
  /** Position of its first message. */
  readonly first: number;
  readonly messages: number;
}

/** Returns the position of the first message at or after a time; the last one if all are before. */
export async function firstSince({ total, timeAt }: Timeline, time: number): Promise<number> {
  let [low, high] = [0, Math.max(0, total - 1)];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((await timeAt(middle)) >= time) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns at most `most` days with messages, newest first. Reads few messages, however many there are. */
export async function daysOf({ total, timeAt }: Timeline, most: number): Promise<readonly TimelineDay[]> {
  const days: TimelineDay[] = [];
  let end = total;
  while (end > 0 && days.length < most) {
    const from = new Date(await timeAt(end - 1)).setHours(0, 0, 0, 0) || 0; // a time that is none counts as the first
    const first = await firstSince({ total: end, timeAt }, from);
    days.push({ from, first, messages: end - first });
    end = first;
  }
  return days;
}

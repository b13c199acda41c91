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
export function segmentWithTotal(segment: Segment, previousTotal: number, total: number): Segment {
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

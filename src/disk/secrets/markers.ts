import type { FoundSecret } from './presetRules.ts';

/** Matches a masked secret, and the rest of a `<private>` block. */
const masked = /\[secret: ([^\]\n]{1,100}) #\d+\]|\[private\]/g;
/** Replacement of a private block. */
export const privateText = '[private]';

/** Whether a kind in a marker is a secret itself, so that the marker is none. */
type IsSecret = (kind: string) => boolean;

export const hasMarkers = (text: string): boolean => text.includes('[secret: ') || text.includes(privateText);

/** Replaces masked parts by characters of no token, keeping the length. */
export const withoutMarkers = (text: string, isSecret: IsSecret): string =>
  hasMarkers(text)
    ? text.replace(masked, (marker: string, kind?: string) =>
        isSecret(kind ?? '') ? marker : '~'.repeat(marker.length),
      )
    : text;

/** Returns the parts of secrets outside masked ones. */
export function outsideMarkers(
  text: string,
  found: readonly FoundSecret[],
  isSecret: IsSecret,
): FoundSecret[] {
  if (!hasMarkers(text)) return found.filter((finding) => isAnything(text, finding));
  const markers = [...text.matchAll(masked)]
    .filter(([, kind = '']) => !isSecret(kind))
    .map(({ 0: { length }, index }): Range => [index, index + length]);
  return found.flatMap((finding) => {
    const within = overlapping(markers, finding.start, finding.end);
    const begins = [finding.start, ...within.map(([, to]) => to)];
    const ends = [...within.map(([from]) => from), finding.end];
    return begins
      .map((start, n) => ({ kind: finding.kind, start, end: ends[n] ?? start }))
      .filter((part) => isAnything(text, part));
  });
}

const isAnything = (text: string, { start, end }: FoundSecret): boolean =>
  /[A-Za-z\d]/.test(text.slice(start, end));

type Range = readonly [from: number, to: number];

/** Returns those of sorted ranges without overlaps that reach into a part; looks at few others. */
export function overlapping(ranges: readonly Range[], start: number, end: number): readonly Range[] {
  let [first, none] = [0, ranges.length];
  while (first < none) {
    const middle = (first + none) >>> 1;
    if ((ranges[middle]?.[1] ?? 0) > start) none = middle;
    else first = middle + 1;
  }
  let last = first;
  while ((ranges[last]?.[0] ?? end) < end) last++;
  return ranges.slice(first, last);
}

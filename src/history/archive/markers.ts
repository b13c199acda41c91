import { isObject, jsonOf } from '../../disk/base/core.ts';
import { markerStart } from './text.ts';

/**
 * Kinds of markers: of a message, its parts, a subagent's conversation, a memory (in exports), or the end, without
 * which a file was truncated.
 */
const kinds = ['message', 'summary', 'tool', 'subagent', 'memory', 'end'] as const;
export type MarkerKind = (typeof kinds)[number];

export interface Marker {
  readonly kind: MarkerKind;
  readonly fields: Readonly<Record<string, unknown>>;
}

const form = /^<!-- (message|summary|tool|subagent|memory|end)(?: (\{.*\}))? -->$/s;

/** Formats a one-line comment that Markdown readers hide, with data that the text beside it lacks. */
export function writeMarker(kind: MarkerKind, fields?: object): string {
  if (fields === undefined) return `${markerStart}${kind} -->`;
  // Without `--`, `<` and `>`, so that nothing in it ends the comment.
  const json = JSON.stringify(fields)
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('--', '-\\u002d');
  return `${markerStart}${kind} ${json} -->`;
}

/** Parses a marker; undefined for other lines. */
export function readMarker(line: string): Marker | undefined {
  if (!line.startsWith(markerStart)) return undefined;
  const match = form.exec(line);
  const kind = kinds.find((known) => known === match?.[1]);
  const fields = jsonOf(match?.[2] ?? '{}');
  // A marker that was edited and cannot be parsed is an ordinary line.
  return kind && isObject(fields) ? { kind, fields } : undefined;
}

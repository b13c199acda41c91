import { isObject, jsonOf } from '../base/core.ts';
import { markerStart } from './text.ts';

/** What begins in an archive: a message, its parts, the conversation of a subagent (in an export, a memory), or the end, without which a file was cut off. */
const kinds = ['message', 'summary', 'tool', 'subagent', 'memory', 'end'] as const;
export type MarkerKind = (typeof kinds)[number];

export interface Marker {
  readonly kind: MarkerKind;
  readonly fields: Readonly<Record<string, unknown>>;
}

const form = /^<!-- (message|summary|tool|subagent|memory|end)(?: (\{.*\}))? -->$/s;

/** A comment that no reader of Markdown shows, in one line, holding what the text beside it cannot say exactly. */
export function writeMarker(kind: MarkerKind, fields?: object): string {
  if (fields === undefined) return `${markerStart}${kind} -->`;
  // No `--` nor `<` or `>`: nothing in it can end the comment.
  const json = JSON.stringify(fields)
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('--', '-\\u002d');
  return `${markerStart}${kind} ${json} -->`;
}

/** The marker that a line is, undefined for any other line. */
export function readMarker(line: string): Marker | undefined {
  if (!line.startsWith(markerStart)) return undefined;
  const match = form.exec(line);
  const kind = kinds.find((known) => known === match?.[1]);
  const fields = jsonOf(match?.[2] ?? '{}');
  // Where somebody changed it so that it cannot be read, the line is no marker any more.
  return kind && isObject(fields) ? { kind, fields } : undefined;
}

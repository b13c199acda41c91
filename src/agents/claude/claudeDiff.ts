import type { JsonObject } from '../../disk/base/core.ts';
import { fieldsOf, listOf, numberOf, textOf, type Field } from '../reading/fields.ts';

/** Returns a file change as a unified diff, from the arguments of its call and the details Claude Code stores beside the result. */
export function diffOf(details: Field, args: JsonObject): string | undefined {
  const fields = fieldsOf(details);
  const hunks = listOf(fields.structuredPatch).map(fieldsOf);
  if (hunks.length === 0) return undefined;
  const tabs = new Tabs([fields, args, ...listOf(args.edits).map(fieldsOf)].flatMap(textsIn));
  const lines = hunks.flatMap((hunk) => [
    `@@ -${range(hunk.oldStart, hunk.oldLines)} +${range(hunk.newStart, hunk.newLines)} @@`,
    ...listOf(hunk.lines).flatMap((line) => (typeof line === 'string' ? [tabs.restored(line)] : [])),
  ]);
  const path = textOf(fields.filePath);
  return [...(path === undefined ? [] : [`--- ${path}`, `+++ ${path}`]), ...lines].join('\n');
}

function range(start: Field, lines: Field): string {
  return `${numberOf(start) ?? 0},${numberOf(lines) ?? 0}`;
}

/** Names of fields with text of the file, before or after. */
const textFields = [
  ...['originalFile', 'originalFileContents', 'content'],
  ...['oldString', 'newString', 'old_string', 'new_string'],
];

const textsIn = (fields: JsonObject): readonly string[] =>
  textFields.flatMap((name) => textOf(fields[name]) ?? []);

/** Claude Code's diffs show each leading tab as two spaces. */
const asShown = (line: string): string => line.replace(/^\t+/, (tabs) => '  '.repeat(tabs.length));

/** Restores the leading tabs of a diff's lines from texts of the file. */
class Tabs {
  /** Lines with leading tabs, as shown. */
  readonly #written = new Map<string, string>();
  /** Lines with leading spaces. */
  readonly #spaced = new Set<string>();

  constructor(texts: readonly string[]) {
    if (!texts.some((text) => /^\t/m.test(text))) return;
    for (const line of texts.flatMap((text) => text.split(/\r?\n/)))
      if (line.startsWith('\t')) this.#written.set(asShown(line), line);
      else if (line.startsWith('  ')) this.#spaced.add(line);
  }

  /** `line` begins with the sign of the diff. */
  restored(line: string): string {
    const [sign, text] = [line.slice(0, 1), line.slice(1)];
    if (this.#written.size === 0 || !text.startsWith('  ') || this.#spaced.has(text)) return line;
    const isTabbed = this.#spaced.size === 0;
    const guess = isTabbed ? text.replace(/^(?: {2})+/, (spaces) => '\t'.repeat(spaces.length / 2)) : text;
    return sign + (this.#written.get(text) ?? guess);
  }
}

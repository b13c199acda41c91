import { createHash } from 'node:crypto';
import { isObject, jsonOf } from '../../disk/base/core.ts';
import type { LineRange } from './types.ts';

/*
 * Notes of git-ai's standard 3.0.0 in `refs/notes/ai`: for each file of a commit, which conversation wrote which lines;
 * after `---`, JSON that describes the conversations.
 */

export const notesRef = 'refs/notes/ai';
export const schemaVersion = 'authorship/3.0.0';

/** Some lines of a file and who wrote them: a conversation, or a person with a key that begins with `h_`. */
export interface Attestation {
  readonly key: string;
  readonly lines: readonly LineRange[];
}

export interface AuthorshipNote {
  /** By path from the top of the working tree. */
  readonly files: ReadonlyMap<string, readonly Attestation[]>;
  /** By key. */
  readonly conversations: ReadonlyMap<string, { readonly tool: string; readonly id: string }>;
}

/** Returns the key of a conversation. */
export const conversationKey = (tool: string, id: string): string =>
  `s_${createHash('sha256').update(`${tool}:${id}`).digest('hex').slice(0, 14)}`;

/** Reports whether a key names a person. */
export const isPerson = (key: string): boolean => key.startsWith('h_');

/** Parses a note; undefined for one of another form. */
export function parseNote(text: string): AuthorshipNote | undefined {
  const [head, rest] = splitOnce(text, /^---\r?$/m);
  const about = rest === undefined ? undefined : jsonOf(rest);
  if (!isObject(about) || !String(about.schema_version).startsWith('authorship/3.')) return undefined;
  const files = new Map<string, Attestation[]>();
  let entries: Attestation[] = [];
  for (const line of head.split(/\r?\n/)) {
    const [, key, ranges] = /^\s+(\S+)\s+([\d,\s-]+)$/.exec(line) ?? [];
    if (key !== undefined && ranges !== undefined)
      entries.push({ key: key.split('::', 1)[0] ?? key, lines: rangesIn(ranges) });
    else if (line.trim() !== '') files.set(pathIn(line), (entries = []));
  }
  const described = [about.prompts, about.sessions].flatMap((all) =>
    isObject(all) ? Object.entries(all) : [],
  );
  return { files, conversations: new Map(described.flatMap(([key, value]) => conversation(key, value))) };
}

/** Writes a note. */
export function writeNote({ files, conversations }: AuthorshipNote, base: string): string {
  const lines = [...files].flatMap(([path, entries]) => [
    /\s/.test(path) ? `"${path}"` : path,
    ...entries.map(({ key, lines: ranges }) => `  ${key} ${ranges.map(rangeText).join(',')}`),
  ]);
  const sessions = Object.fromEntries(
    [...conversations].map(([key, { tool, id }]) => [key, { agent_id: { tool, id, model: 'unknown' } }]),
  );
  const about = { schema_version: schemaVersion, base_commit_sha: base, prompts: {}, sessions };
  return [...lines, '---', JSON.stringify(about, null, 2), ''].join('\n');
}

const rangeText = ([from, to]: LineRange): string => (from === to ? String(from) : `${from}-${to}`);

const rangesIn = (text: string): LineRange[] =>
  text.split(',').flatMap((part): LineRange[] => {
    const [, from, to = from] = /^\s*(\d+)(?:-(\d+))?\s*$/.exec(part) ?? [];
    return from === undefined ? [] : [[Number(from), Number(to)]];
  });

const pathIn = (line: string): string => /^"(.*)"\s*$/.exec(line)?.[1] ?? line.trimEnd();

function conversation(key: string, value: unknown): [string, { tool: string; id: string }][] {
  const agent = isObject(value) && isObject(value.agent_id) ? value.agent_id : {};
  const { tool, id } = agent;
  return typeof tool === 'string' && typeof id === 'string' ? [[key, { tool, id }]] : [];
}

function splitOnce(text: string, at: RegExp): readonly [string, string?] {
  const found = at.exec(text);
  return found ? [text.slice(0, found.index), text.slice(found.index + found[0].length)] : [text];
}

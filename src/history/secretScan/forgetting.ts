import { join } from 'node:path';
import type { Clock } from '../../disk/base/context.ts';
import { StoreError, type Lease } from '../../disk/base/core.ts';
import { appendLines } from '../../disk/files/appendLines.ts';
import { ensureHistoryFolder } from '../../disk/files/historyFolder.ts';
import { lockFolder } from '../../disk/files/ignored.ts';
import { withLock } from '../../disk/files/lock.ts';
import { agents } from '../../agents/agents.ts';
import { forgottenFile, forgottenText, markOf, type ForgottenMark } from '../../disk/secrets/forgotten.ts';
import { fileSlug } from '../../disk/text/slug.ts';
import { titleFrom } from '../archive/names.ts';

/** What a person wants forgotten. */
export type Unwanted =
  /** Every line with this word or these words. */
  | { readonly kind: 'about'; readonly text: string }
  /** A message or a memory, wherever it was copied to. */
  | { readonly kind: 'text'; readonly text: string }
  /** A session with all that is kept of it. */
  | { readonly kind: 'session'; readonly text: string };

/** Shorter words and messages would take too much with them. UTF-16 units; a Chinese character is worth two. */
const shortest = { about: 4, text: 12, session: 4 } as const;
/** A shorter line of a message may well stand elsewhere by itself. */
const shortestLine = 32;
/** Shorter words, and longer ones that may be part of an id, go where they are no part of others. */
const shortestPart = 6;
/** Names in the files of histories and transcripts, which would not be read without them. */
const names = new Set(
  [
    ...'role user assistant system tool text type content message messages session sessionid timestamp uuid'.split(
      ' ',
    ),
    ...'parentuuid true false null note name dialog summary history memory metadata model version title tags'.split(
      ' ',
    ),
    ...'decision decisions constraints todo issues facts references input output result results status error'.split(
      ' ',
    ),
    ...'payload event events request requests response responses archived agent agents project function'.split(
      ' ',
    ),
    ...agents,
  ].map((name) => name.toLowerCase()),
);
/** Lengths to which titles and previews are cut. UTF-16 units. */
const cuts = [40, 50, 60, 80, 100, 120, 160, 200, 300];

/** Makes the marks of what is unwanted. Throws `invalid_argument` for too little, and for words of the project's path. */
export function marksOf({ kind, text }: Unwanted, { clock, root }: Place): readonly ForgottenMark[] {
  const wanted = text.trim();
  const now = clock.now();
  if (weight(wanted) < shortest[kind])
    throw refused('It is too short: everything like it would be forgotten.');
  if (kind === 'about' && isOfForm(wanted))
    throw refused(
      'Names, numbers and dates like this are in every file, which could not be read without them.',
    );
  if (forgottenText.includes(wanted.toLowerCase())) throw refused('This word marks what was forgotten.');
  if (kind !== 'text') {
    if (root.toLowerCase().includes(wanted.toLowerCase()))
      throw refused('It is part of the path of the project, without which its sessions are not found.');
    if (kind === 'session') return [markOf(wanted, now)];
    const isPart = wanted.length >= shortestPart && !/^[\da-f-]+$/i.test(wanted);
    return [markOf(wanted, now, isPart ? 'line' : 'word')];
  }
  if (weight(wanted) < shortestLine) return [markOf(wanted, now, 'alone')];
  const lines = wanted.split('\n').map((line) => line.trim());
  const plain = wanted.replace(/\s+/g, ' ');
  const begins = cuts
    .filter((length) => length < plain.length)
    .map((length) => plain.slice(0, length).trim());
  const all = [wanted, plain, ...lines.filter((line) => weight(line) >= shortestLine), ...begins];
  return [...new Set(all)].map((each) => markOf(each, now));
}

interface Place {
  readonly clock: Clock;
  /** Absolute path of the project. */
  readonly root: string;
}

/** Part of the names of archives of what is unwanted. */
export const slugOf = ({ kind, text }: Unwanted): string => {
  const slug = fileSlug(kind === 'text' ? titleFrom(text) : text, '');
  return kind === 'session' ? '' : slug;
};

/** Adds marks to those of a history, so that nothing brings the texts back. */
export async function addMarks(history: string, marks: readonly ForgottenMark[]): Promise<void> {
  await ensureHistoryFolder(history);
  const lines = marks.map((mark) => JSON.stringify(mark));
  const add = (lease: Lease) => appendLines(join(history, forgottenFile), lines, lease);
  await withLock(lockFolder(history, '.forgotten'), add);
}

/** Whether a text may be part of what gives files their form: names, numbers, times, groups of an id. */
const isOfForm = (text: string): boolean =>
  names.has(text.toLowerCase()) ||
  /^[\d\s:.,tz+-]+$/i.test(text) ||
  (text.length < shortestPart && /^[\da-f]+$/i.test(text));

const weight = (text: string): number => text.length + (text.match(/[^\0-\u02ff]/g)?.length ?? 0);

const refused = (why: string): StoreError => new StoreError('invalid_argument', why);

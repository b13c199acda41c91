import type { ChangedFile } from '../../history/facts/sessionFacts.ts';
import { oneLine } from '../../disk/text/containText.ts';
import type { Locator, Statement } from './statements.ts';
import type { BriefWords } from './words.ts';

/** Up to this many files changed since are named again. */
const maxNamed = 6;

/** Maximum number of files per line. */
const maxPerLine = 12;

/** The files that a session changed. */
interface ChangedFiles {
  /** Last changed last. */
  readonly latest: readonly ChangedFile[];
  /** Number of earlier changed files. */
  readonly more: number;
  /** Paths of files modified again after the session. */
  readonly changed: ReadonlySet<string>;
}

/** Number of lines that a number of files takes. */
export const linesOf = (files: number): number => Math.ceil(files / maxPerLine);

/** Lists files by folder, last changed first. */
export function fileStatements(files: ChangedFiles, at: Locator, words: BriefWords): Statement[] {
  const latest = [...files.latest].reverse();
  const { changed } = files;
  const shared = commonFolder(latest.map(({ path }) => path));
  const mark = ({ path, isGone }: ChangedFile): string =>
    `${changed.has(path) ? '*' : ''}${isGone ? ` ${words.deleted}` : ''}`;
  const statements = inLines(byFolder(latest)).map((line): Statement[] => {
    const [last] = [...line].sort((a, b) => b.entry - a.entry);
    const often = ({ times }: ChangedFile): string => (times > 1 ? ` ${words.times(times)}` : '');
    const text = oneLine(line.map((file) => `${file.path}${mark(file)}${often(file)}`).join(', '));
    const short = oneLine(`${shared === '' ? '' : `(${shared}) `}${grouped(line, shared, mark)}`);
    if (!last) return [];
    return [{ ...at(last), section: 'files', text, short, minLength: text.length, rank: 1 }];
  });
  return [...statements.flat(), ...sinceStatement({ ...files, latest }, at, words)];
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** Groups files by folder, in order of first appearance. */
function byFolder(files: readonly ChangedFile[]): ChangedFile[] {
  const folders = new Map<string, ChangedFile[]>();
  for (const file of files)
    folders.set(folderOf(file.path), [...(folders.get(folderOf(file.path)) ?? []), file]);
  return [...folders.values()].flat();
}

function inLines(files: readonly ChangedFile[]): ChangedFile[][] {
  const count = linesOf(files.length);
  return Array.from({ length: count }, (_, n) => files.slice(n * maxPerLine, (n + 1) * maxPerLine));
}

/** Formats `src/: a.ts, b.ts; c.md`, relative to the shared folder. */
function grouped(files: readonly ChangedFile[], shared: string, mark: (file: ChangedFile) => string): string {
  const folders = [...new Set(files.map(({ path }) => folderOf(path)))].map((folder) => {
    const names = files
      .filter(({ path }) => folderOf(path) === folder)
      .map((file) => `${file.path.slice(folder.length)}${mark(file)}`);
    const below = folder.slice(shared.length);
    return `${below}${below !== '' && names.length > 1 ? ': ' : ''}${names.join(', ')}`;
  });
  return folders.join('; ');
}

function sinceStatement(
  { latest, more, changed }: ChangedFiles,
  at: Locator,
  words: BriefWords,
): Statement[] {
  const some = latest.filter(({ path }) => changed.has(path));
  const [last] = some;
  if (!last) return [];
  const names = some.length > maxNamed ? '' : some.map(({ path }) => path.replace(/^.*\//, '')).join(', ');
  const text = words.changedSince(some.length, latest.length + more, oneLine(names));
  return [{ ...at(last), section: 'files', text, minLength: text.length, rank: 1, about: 'changed since' }];
}

/** The folder shared by all paths, with a trailing slash; empty for a single path. */
function commonFolder(paths: readonly string[]): string {
  const [first = '', ...others] = paths;
  const folders = first.split('/').slice(0, -1);
  const isShared = (count: number): boolean =>
    others.every((path) => path.startsWith(`${folders.slice(0, count).join('/')}/`));
  let count = others.length === 0 ? 0 : folders.length;
  while (count > 0 && !isShared(count)) count--;
  return count === 0 ? '' : `${folders.slice(0, count).join('/')}/`;
}

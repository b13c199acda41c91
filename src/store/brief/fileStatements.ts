import type { ChangedFile } from '../facts/sessionFacts.ts';
import { oneLine } from '../text/containText.ts';
import type { Located, Statement } from './statements.ts';
import type { BriefWords } from './words.ts';

/** Of so many files that changed since the names are told once more. */
const mostNamed = 6;

/** So many files stand in a line. */
const mostInLine = 12;

/** What a session changed. */
interface ChangedFiles {
  /** The last changed last. */
  readonly latest: readonly ChangedFile[];
  /** How many others it changed before these. */
  readonly more: number;
  /** Paths of those that were changed again after the session. */
  readonly changed: ReadonlySet<string>;
}

/** In how many lines so many files stand. */
export const linesOf = (files: number): number => Math.ceil(files / mostInLine);

/** Files by folder, the last changed first. */
export function fileStatements(files: ChangedFiles, at: Located, words: BriefWords): Statement[] {
  const latest = [...files.latest].reverse();
  const { changed } = files;
  const shared = commonFolder(latest.map(({ path }) => path));
  const mark = ({ path, isGone }: ChangedFile): string =>
    `${changed.has(path) ? '*' : ''}${isGone ? ` ${words.deleted}` : ''}`;
  const told = inLines(byFolder(latest)).map((line): Statement[] => {
    const [last] = [...line].sort((a, b) => b.entry - a.entry);
    const often = ({ times }: ChangedFile): string => (times > 1 ? ` ${words.times(times)}` : '');
    const text = oneLine(line.map((file) => `${file.path}${mark(file)}${often(file)}`).join(', '));
    const short = oneLine(`${shared === '' ? '' : `(${shared}) `}${grouped(line, shared, mark)}`);
    if (!last) return [];
    return [{ ...at(last), section: 'files', text, short, least: text.length, rank: 1 }];
  });
  return [...told.flat(), ...sinceStatement({ ...files, latest }, at, words)];
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** Those of a folder together, in the order of the first of each. */
function byFolder(files: readonly ChangedFile[]): ChangedFile[] {
  const folders = new Map<string, ChangedFile[]>();
  for (const file of files)
    folders.set(folderOf(file.path), [...(folders.get(folderOf(file.path)) ?? []), file]);
  return [...folders.values()].flat();
}

function inLines(files: readonly ChangedFile[]): ChangedFile[][] {
  const count = linesOf(files.length);
  return Array.from({ length: count }, (_, n) => files.slice(n * mostInLine, (n + 1) * mostInLine));
}

/** `src/: a.ts, b.ts; c.md`, below the folder that all share. */
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
  at: Located,
  words: BriefWords,
): Statement[] {
  const some = latest.filter(({ path }) => changed.has(path));
  const [last] = some;
  if (!last) return [];
  const names = some.length > mostNamed ? '' : some.map(({ path }) => path.replace(/^.*\//, '')).join(', ');
  const text = words.changedSince(some.length, latest.length + more, oneLine(names));
  return [{ ...at(last), section: 'files', text, least: text.length, rank: 1, about: 'changed since' }];
}

/** The folder that all paths share, with its last slash; empty for a single one. */
function commonFolder(paths: readonly string[]): string {
  const [first = '', ...others] = paths;
  const folders = first.split('/').slice(0, -1);
  const isShared = (count: number): boolean =>
    others.every((path) => path.startsWith(`${folders.slice(0, count).join('/')}/`));
  let count = others.length === 0 ? 0 : folders.length;
  while (count > 0 && !isShared(count)) count--;
  return count === 0 ? '' : `${folders.slice(0, count).join('/')}/`;
}

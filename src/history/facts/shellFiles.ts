import { posix, win32 } from 'node:path';
import { unwrapped } from './kinds.ts';

/** A file that a call changed. */
export interface ChangedPath {
  /** As named in the call. */
  readonly path: string;
  /** True if it was removed or moved. */
  readonly isGone?: true;
}

/**
 * Returns the files that a shell line certainly writes, moves or removes; for a failed line, only those that the
 * failure cannot have prevented. `folder` is where the shell started, if known.
 */
export function writtenByShell(
  line: string,
  folder: string | undefined,
  isDone: boolean,
): readonly ChangedPath[] {
  let at = folder;
  const found: ChangedPath[] = [];
  for (const { words, writes } of unwrapped(line)) {
    const [program = '', ...rest] = words;
    const given = rest.filter((word) => !word.startsWith('-'));
    if (/^(?:cd|pushd|Set-Location)$/i.test(program)) {
      at = within(at, given[0] ?? '');
      continue;
    }
    const here = at;
    const place = (one: ChangedPath) => ({ ...one, path: within(here, one.path) });
    if (
      /^(?:cat|echo|printf|tee|jq|sed|awk|curl|envsubst|base64|Write-Output|sort|head|tail|git)$/i.test(
        program,
      ) ||
      program === ''
    )
      found.push(...written(program === 'tee' ? [...writes, ...given] : writes).map(place));
    if (isDone) found.push(...changedBy(program, rest, given).map(place));
  }
  return found;
}

/** Keeps files that are not temporary and whose names are literal. */
const written = (files: readonly string[]): ChangedPath[] =>
  files.filter(isCertain).map((path) => ({ path }));

const isCertain = (path: string): boolean =>
  !/[$*?`<>|]|^(?:\/dev\/|\/tmp\/|\/var\/|\/private\/|~|&|\\\\\.\\|nul$|%|\/proc\/)/i.test(path) &&
  /[\w\u0080-\uffff]/.test(path) &&
  path.length < 300;
/** Whether a path has an extension, which folders seldom have. */
const isFile = (path: string): boolean =>
  isCertain(path) && /[^/\\.][^/\\]*\.\w[\w-]*$|\/?(?:Makefile|Dockerfile|LICENSE)$/.test(path);

function changedBy(program: string, rest: readonly string[], given: readonly string[]): ChangedPath[] {
  const [first = '', second = ''] = given;
  switch (program.toLowerCase()) {
    case 'sed':
      return rest.some((word) => /^-\w*i|^--in-place/.test(word)) ? inPlace(rest) : [];
    case 'perl':
      return rest.some((word) => /^-\w*i/.test(word)) ? inPlace(rest) : [];
    case 'git':
      if (first === 'mv') return movedTo(given.slice(1));
      return first === 'rm' ? removed(given.slice(1)) : [];
    case 'mv':
    case 'move':
    case 'ren':
    case 'move-item':
    case 'rename-item':
      return movedTo(given);
    case 'cp':
    case 'copy':
    case 'copy-item':
      return given.length === 2 && isFile(first) ? written([copyTarget(first, second)]) : [];
    case 'rm':
    case 'del':
    case 'unlink':
    case 'remove-item':
      return removed(given);
    case 'touch':
      return given.filter(isFile).map((path) => ({ path }));
    case 'set-content':
    case 'add-content':
    case 'out-file':
    case 'new-item':
      return isFile(first) && !/Directory/i.test(rest.join(' ')) ? [{ path: first }] : [];
    default:
      return [];
  }
}

/** Returns the files after the script of `sed -i` and `perl -i`. */
function inPlace(rest: readonly string[]): ChangedPath[] {
  const hasScript = rest.some((word) => /^-\w*e$|^--expression/.test(word));
  const files = rest.filter(
    (word, n) => !word.startsWith('-') && word !== '' && !/^-\w*e$/.test(rest[n - 1] ?? ''),
  );
  return written((hasScript ? files : files.slice(1)).filter((path) => !/^s\/|^\.bak$/.test(path)));
}

const removed = (given: readonly string[]): ChangedPath[] =>
  given.filter(isFile).map((path) => ({ path, isGone: true }));

/** Returns a single file that is renamed or moved. */
function movedTo(given: readonly string[]): ChangedPath[] {
  const [from = '', to = ''] = given;
  if (given.length !== 2 || !isFile(from) || !isCertain(to)) return [];
  return [{ path: from, isGone: true }, { path: copyTarget(from, to) }];
}

const copyTarget = (from: string, to: string): string =>
  isFile(to) ? to : `${to.replace(/[\\/]+$/, '')}/${from.replace(/^.*[\\/]/, '')}`;

function within(folder: string | undefined, path: string): string {
  if (folder === undefined || path === '' || posix.isAbsolute(path) || win32.isAbsolute(path)) return path;
  const isWindows = /^[A-Za-z]:|\\/.test(folder);
  return isWindows ? win32.join(folder, path) : posix.join(folder, path);
}

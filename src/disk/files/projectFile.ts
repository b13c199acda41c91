import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { basename, dirname, extname, join, relative, resolve, sep, isAbsolute } from 'node:path';
import { confirmFolder, temporarySuffix } from './folders.ts';
import { errno, type Log, StoreError } from '../base/core.ts';
import { ownHistory, realPath } from '../base/projectFolder.ts';
import { historyFolder } from './projectHistory.ts';
import { withStoreErrors, tidy } from './failure.ts';
import { openForeign } from './foreign.ts';
import { fileMode } from './open.ts';
import { decodedText } from '../text/wideText.ts';
import { placeNew } from './placeNew.ts';

/** Endings of files that are written into a project: they are read by people and programs, and never executed. */
const endings = ['.json', '.md', '.txt'];

/**
 * Writes a new file inside a project and returns its path relative to it. Nothing is ever overwritten, folders are
 * not created, links must not lead out, and folders and files that begin with a dot, which belong to tools, are
 * rejected.
 */
export function writeProjectFile(root: string, path: string, text: string, log: Log): Promise<string> {
  return withStoreErrors(() => write(root, path, text, log));
}

async function write(root: string, path: string, text: string, log: Log): Promise<string> {
  const file = await newFile(root, path);
  const temporary = `${file}.${randomBytes(4).toString('hex')}${temporarySuffix}`;
  try {
    await writeNew(temporary, text).catch((error: unknown) => {
      throw readable(error, path);
    });
    await tidy(log, `remove what an export that was killed left in ${dirname(file)}`, () =>
      removeLeft(temporary),
    );
    if (!(await placeNew(temporary, file, () => undefined)))
      throw refuse('already_exists', `${show(path)} exists already; choose another name.`);
  } finally {
    await fs.promises.rm(temporary, { force: true }).catch(() => undefined); // the file has its name, or the first error is reported
  }
  await confirmFolder(dirname(file), log);
  return relative(root, file);
}

/** Whether a name is that of an export's temporary file. */
const isTemporary = (name: string): boolean => /\.(?:json|md|txt)\.[0-9a-f]{8}\.tmp$/i.test(name);

/** No export takes this long to write. Milliseconds. */
const writtenMs = 60 * 60_000;

/** Deletes temporary files beside this one that are too old to be still in use. */
async function removeLeft(temporary: string): Promise<void> {
  const { mtimeMs: now } = await fs.promises.lstat(temporary);
  for (const name of (await fs.promises.readdir(dirname(temporary))).filter(isTemporary)) {
    const left = join(dirname(temporary), name);
    const stat = await fs.promises.lstat(left);
    if (stat.isFile() && now - stat.mtimeMs > writtenMs) await fs.promises.rm(left, { force: true });
  }
}

/** Text of a file inside a project, in UTF-8 or UTF-16, with links resolved. */
export async function readProjectFile(root: string, path: string): Promise<string> {
  const file = await insideProject(root, resolve(root, path), path);
  const handle = await openForeign(file);
  try {
    return decodedText(await handle.readFile());
  } finally {
    await handle.close();
  }
}

/** Path of a new file, with links resolved. */
async function newFile(root: string, path: string): Promise<string> {
  const folder = await insideProject(root, dirname(resolve(root, path)), path);
  const file = join(folder, basename(path));
  if ([historyFolder(root), ownHistory(root)].some((folder) => isWithin(folder, file)))
    throw refuse('outside', `${show(path)} is in the folder of the history itself; choose another folder.`);
  const dotted = relative(root, file)
    .split(sep)
    .find((name) => name.startsWith('.'));
  if (dotted !== undefined)
    throw refuse(
      'outside',
      `${show(path)} leads to ${show(dotted)}, which tools keep for themselves; choose a name without a dot in front.`,
    );
  if (!endings.includes(extname(file).toLowerCase()))
    throw refuse('invalid_argument', `${show(path)} must end in ${endings.join(', ')}.`);
  return file;
}

async function writeNew(file: string, text: string): Promise<void> {
  const handle = await fs.promises.open(file, 'wx', fileMode);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A path with its links resolved, checked to be inside the project. `root` has its links resolved. */
async function insideProject(root: string, named: string, path: string): Promise<string> {
  const outside = refuse(
    'outside',
    `path ${show(path)} is outside of the project folder ${root}; give one inside.`,
  );
  if (!isWithin(root, named) || named.includes('\0') || path.includes('\0')) throw outside;
  const real = await realPath(named).catch((error: unknown) => {
    if (errno(error) === 'ENOENT' || errno(error) === 'ENOTDIR')
      throw refuse('not_found', `${show(relative(root, named) || path)} does not exist in the project.`);
    throw readable(error, path);
  });
  if (!isWithin(root, real)) throw outside;
  return real;
}

/** An error of the file system for a path, in words if the path is too long. */
const readable = (error: unknown, path: string): unknown =>
  errno(error) === 'ENAMETOOLONG'
    ? refuse(
        'invalid_argument',
        `path ${show(path)} (${path.length} characters) is too long for the file system; give a shorter one.`,
      )
    : error;

const show = (path: string): string => JSON.stringify(path.slice(0, 200));

const refuse = (
  code: 'outside' | 'already_exists' | 'not_found' | 'invalid_argument',
  message: string,
): StoreError => new StoreError(code, message, { arguments: ['path'] });

/** Whether `path` is `folder` or inside it; both are absolute paths with links resolved. */
function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

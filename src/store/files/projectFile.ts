import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { basename, dirname, extname, join, relative, resolve, sep, isAbsolute } from 'node:path';
import { confirmFolder, temporarySuffix } from './folders.ts';
import { errno, type Log, StoreError } from '../base/core.ts';
import { ownHistory } from '../base/projectFolder.ts';
import { historyFolder } from './projectHistory.ts';
import { withStoreErrors } from './failure.ts';
import { openForeign } from './foreign.ts';
import { fileMode } from './open.ts';
import { placeNew } from './placeNew.ts';
import { tidy } from './tidy.ts';

/** Of files that are written into a project: they are read by people and programs, and started by none. */
const endings = ['.json', '.md', '.txt'];

/**
 * Writes a new file inside a project and gives its path from there. Nothing is ever overwritten, folders are not made,
 * links do not lead out, and what tools keep in folders and files that begin with a dot is left alone.
 */
export function writeProjectFile(root: string, path: string, text: string, log: Log): Promise<string> {
  return withStoreErrors(() => write(root, path, text, log));
}

async function write(root: string, path: string, text: string, log: Log): Promise<string> {
  const file = await newFile(root, path);
  const temporary = `${file}.${randomBytes(4).toString('hex')}${temporarySuffix}`;
  try {
    await writeNew(temporary, text);
    await tidy(log, `remove what an export that was killed left in ${dirname(file)}`, () =>
      removeLeft(temporary),
    );
    if (!(await placeNew(temporary, file, () => undefined)))
      throw refuse('already_exists', `${show(path)} exists already; choose another name.`);
  } finally {
    await fs.promises.rm(temporary, { force: true }).catch(() => undefined); // the file has its name, or the first error is told
  }
  await confirmFolder(dirname(file), log);
  return relative(root, file);
}

/** Whether an export had this name before its own. */
const isTemporary = (name: string): boolean => /\.(?:json|md|txt)\.[0-9a-f]{8}\.tmp$/i.test(name);

/** No export is written for so long. Milliseconds. */
const writtenMs = 60 * 60_000;

/** Deletes temporary files beside this one that are so much older that nobody writes them any more. */
async function removeLeft(temporary: string): Promise<void> {
  const { mtimeMs: now } = await fs.promises.lstat(temporary);
  for (const name of (await fs.promises.readdir(dirname(temporary))).filter(isTemporary)) {
    const left = join(dirname(temporary), name);
    const stat = await fs.promises.lstat(left);
    if (stat.isFile() && now - stat.mtimeMs > writtenMs) await fs.promises.rm(left, { force: true });
  }
}

/** The text of a file inside a project, links resolved. */
export async function readProjectFile(root: string, path: string): Promise<string> {
  const file = await insideProject(root, resolve(root, path), path);
  const handle = await openForeign(file);
  try {
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

/** Where a new file comes to lie, links resolved. */
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

/** A path without links, once it is known to be inside the project. `root` is without links. */
async function insideProject(root: string, named: string, path: string): Promise<string> {
  const outside = refuse(
    'outside',
    `path ${show(path)} is outside of the project folder ${root}; give one inside.`,
  );
  if (!isWithin(root, named) || named.includes('\0') || path.includes('\0')) throw outside;
  const real = await fs.promises.realpath(named).catch((error: unknown) => {
    if (errno(error) === 'ENOENT' || errno(error) === 'ENOTDIR')
      throw refuse('not_found', `${show(relative(root, named) || path)} does not exist in the project.`);
    throw error;
  });
  if (!isWithin(root, real)) throw outside;
  return real;
}

const show = (path: string): string => JSON.stringify(path.slice(0, 200));

const refuse = (
  code: 'outside' | 'already_exists' | 'not_found' | 'invalid_argument',
  message: string,
): StoreError => new StoreError(code, message, { arguments: ['path'] });

/** Whether `path` is `folder` or below it; both real, absolute paths. */
function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

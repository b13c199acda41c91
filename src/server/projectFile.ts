import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import { dirname, join, relative, resolve, basename } from 'node:path';
import { errno, StoreError } from '../store/errors.ts';
import { temporarySuffix } from '../store/files/atomic.ts';
import { isWithin } from '../store/files/contain.ts';
import { withStoreErrors } from '../store/files/failure.ts';
import { fileMode } from '../store/files/open.ts';
import { placeNew } from '../store/files/placeNew.ts';
import { historyFolder } from '../store/paths.ts';
import { show } from './argumentErrors.ts';

/** Writes a new file inside the project and gives its path from there. Nothing is ever overwritten. */
export function writeProjectFile(root: string, path: string, text: string): Promise<string> {
  return withStoreErrors(() => write(root, path, text));
}

async function write(root: string, path: string, text: string): Promise<string> {
  const folder = await insideProject(root, dirname(resolve(root, path)), path);
  const file = join(folder, basename(path));
  if (isWithin(historyFolder(root), file))
    throw refuse('outside', `${show(path)} is in the folder of the history itself; choose another folder.`);
  const temporary = `${file}.${randomBytes(4).toString('hex')}${temporarySuffix}`;
  try {
    await writeSynced(temporary, text);
    if (!(await placeNew(temporary, file, () => undefined)))
      throw refuse('already_exists', `${show(path)} exists already; choose another name.`);
  } finally {
    await fs.rm(temporary, { force: true }).catch(() => undefined); // the file has its name, or the first error is told
  }
  return relative(root, file);
}

/** Writes a file that nothing has the name of, for its owner only, and waits for the disk. */
async function writeSynced(file: string, text: string): Promise<void> {
  const handle = await fs.open(file, 'wx', fileMode);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The text of a file inside the project, links resolved. */
export async function readProjectFile(root: string, path: string): Promise<string> {
  const file = await insideProject(root, resolve(root, path), path);
  return fs.readFile(file, 'utf8').catch((error: unknown) => {
    if (errno(error) === 'EISDIR') throw refuse('not_found', `${show(path)} is a folder; give a file.`);
    throw error;
  });
}

/** A path without links, once it is known to be inside the project. `root` is without links. */
async function insideProject(root: string, named: string, given: string): Promise<string> {
  const outside = refuse(
    'outside',
    `path ${show(given)} is outside of the project folder ${root}; give one inside.`,
  );
  if (!isWithin(root, named) || named.includes('\0') || given.includes('\0')) throw outside;
  const real = await fs.realpath(named).catch((error: unknown) => {
    if (errno(error) === 'ENOENT' || errno(error) === 'ENOTDIR')
      throw refuse('not_found', `${show(relative(root, named) || given)} does not exist in the project.`);
    throw error;
  });
  if (!isWithin(root, real)) throw outside;
  return real;
}

const refuse = (code: 'outside' | 'already_exists' | 'not_found', message: string): StoreError =>
  new StoreError(code, message, { arguments: ['path'] });

import { defined, isObject, timeOfNumber } from '../base/core.ts';
import { join } from 'node:path';
import { FileCache, fingerprintOf } from '../files/fileCache.ts';
import { readSmallJson, WrongContent, type ReadResult } from '../files/json.ts';
import { fileAt } from '../files/way.ts';

/** The file of a dialog that says what it is. */
export const dialogFile = 'dialog.json';

/** The content of `dialog.json`. Fields of other programs are kept. */
export interface DialogFile {
  readonly v: 1;
  /** The true name of the dialog. */
  readonly name: string;
  /** Milliseconds. */
  readonly createdAt?: number;
  readonly pinned?: boolean;
  readonly archived?: boolean;
  readonly tags?: readonly string[];
}

/** Dialogs whose file is remembered. */
const remembered = 200;
const known = new FileCache<ReadResult<DialogFile>>(remembered);

/** Reads the `dialog.json` of a folder, once as long as it stays as it is. */
export function readDialogFile(folder: string): ReadResult<DialogFile> {
  const file = join(folder, dialogFile);
  const stat = fileAt(file);
  if (stat === undefined) return { state: 'missing' };
  const fingerprint = fingerprintOf(stat);
  return known.get(file, fingerprint) ?? known.set(file, fingerprint, readSmallJson(file, parseDialogFile));
}

export const formatDialogFile = (file: DialogFile): string => `${JSON.stringify(file, null, 2)}\n`;

/** A missing or odd optional field is left out; only the name must be right. */
export function parseDialogFile(value: unknown): DialogFile {
  if (!isObject(value) || typeof value.name !== 'string' || value.name === '')
    throw new WrongContent('an object with the name of the dialog was expected');
  const { createdAt: created, pinned, archived, tags, name, ...others } = value;
  const createdAt = timeOfNumber(created);
  return {
    ...others,
    v: 1,
    name,
    ...defined({ createdAt }),
    ...(typeof pinned === 'boolean' && { pinned }),
    ...(typeof archived === 'boolean' && { archived }),
    ...(Array.isArray(tags) && { tags: tags.filter((tag) => typeof tag === 'string') }),
  };
}

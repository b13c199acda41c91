import { defined, isObject, timeOfNumber } from '../../disk/base/core.ts';
import { join } from 'node:path';
import { inMemory } from '../../disk/files/inMemory.ts';
import { fingerprintOf } from '../../disk/files/fingerprint.ts';
import { readSmallJson, WrongContent, type ReadResult } from '../../disk/files/json.ts';
import { fileAt } from '../../disk/files/way.ts';

/** The file with a dialog's properties. */
export const dialogFile = 'dialog.json';

/** Content of `dialog.json`. Fields of other programs are preserved. */
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

/** Number of dialogs whose file is cached. */
const maxCached = 200;
const known = inMemory<ReadResult<DialogFile>>(maxCached);

/** Reads a folder's `dialog.json`, cached until it changes. */
export function readDialogFile(folder: string): ReadResult<DialogFile> {
  const file = join(folder, dialogFile);
  const stat = fileAt(file);
  if (stat === undefined) return { state: 'missing' };
  const fingerprint = fingerprintOf(stat);
  return known.get(file, fingerprint) ?? known.set(file, fingerprint, readSmallJson(file, parseDialogFile));
}

export const formatDialogFile = (file: DialogFile): string => `${JSON.stringify(file, null, 2)}\n`;

/** Requires a valid name; drops invalid optional fields. */
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

import { basename, join } from 'node:path';
import { isObject } from '../disk/base/core.ts';
import { changeLogName } from '../disk/files/changeLog.ts';
import { problemIn } from '../disk/files/derivedRows.ts';
import { bytesOf } from '../disk/files/open.ts';
import { indexFolder } from '../disk/files/ignored.ts';
import { entriesOf, filesIn } from '../disk/files/folders.ts';
import { readJson, WrongContent } from '../disk/files/json.ts';
import { fileAt } from '../disk/files/way.ts';
import { note, ok, text } from './findings.ts';
import { historyOf } from './historyFolder.ts';
import { moveAside } from './fileRepairs.ts';
import type { Check, RepairableFinding } from './types.ts';

/** Checks that derived files, which only save time, are usable. */
export const indexCheck: Check = {
  id: 'index',
  title: text('Index'),
  withinMs: 10_000,
  run: async (target, signal) => {
    const history = historyOf(target);
    if (history === undefined) return [];
    const found: RepairableFinding[] = [];
    let bytes = 0;
    for (const file of await indexFiles(history)) {
      bytes += fileAt(join(history, file))?.size ?? 0;
      const reason = signal.aborted ? undefined : await problemOf(join(history, file));
      if (reason === undefined) continue;
      const message = text('{0} is damaged ({1}). It is made again when it is needed.', file, reason);
      const repair = moveAside(history, file, reason, target);
      found.push(note('index.damaged', message, { subject: file, data: { reason }, repair }));
    }
    const size = `${(bytes / 1e6).toFixed(1)} MB`;
    const fine = ok('index.usable', text('It can be used ({0}).', size), {
      data: { bytes },
    });
    return found.length > 0 ? found : [fine];
  },
};

/** Says why a file cannot be used; undefined if it can, or if it is checked by those who use it. */
async function problemOf(file: string): Promise<string | undefined> {
  if (file.endsWith('.json')) {
    const read = await readJson(file, expectObject);
    return read.state === 'damaged' ? read.reason : undefined;
  }
  if (!file.endsWith('.log') || basename(file) === changeLogName) return undefined;
  const bytes = await bytesOf(file);
  return bytes && problemIn(bytes);
}

const expectObject = (value: unknown): void => {
  if (!isObject(value)) throw new WrongContent('an object was expected');
};

/** Returns paths relative to the history folder, with slashes. */
async function indexFiles(history: string): Promise<string[]> {
  const index = indexFolder(history);
  const files: string[] = [];
  for (const entry of (await entriesOf(index)) ?? []) {
    const names = entry.isDirectory()
      ? (await filesIn(join(index, entry.name))).map((name) => `${entry.name}/${name}`)
      : [entry.name];
    files.push(...names.map((name) => `.index/${name}`));
  }
  return files.filter((file) => !file.includes('.damaged-') && !file.endsWith('.tmp'));
}

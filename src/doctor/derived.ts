import { join } from 'node:path';
import { isObject } from '../store/base/core.ts';
import { indexFolder } from '../store/files/derived.ts';
import { entriesOf, filesIn } from '../store/files/folders.ts';
import { readJson, WrongContent } from '../store/files/json.ts';
import { fileAt } from '../store/files/way.ts';
import { note, ok, text } from './findings.ts';
import { historyOf } from './place.ts';
import { puttingAside } from './putAside.ts';
import type { Check, RepairableFinding } from './types.ts';

/** Whether what was derived from other files, to save time, can be used. */
export const indexCheck: Check = {
  id: 'index',
  title: text('Index', '索引'),
  withinMs: 10_000,
  run: async (patient, enough) => {
    const history = historyOf(patient);
    if (history === undefined) return [];
    const found: RepairableFinding[] = [];
    let bytes = 0;
    for (const file of await indexFiles(history)) {
      bytes += fileAt(join(history, file))?.size ?? 0;
      if (enough.aborted || !file.endsWith('.json')) continue;
      const read = await readJson(join(history, file), anObject);
      if (read.state !== 'damaged') continue;
      const message = text(
        `${file} is damaged (${read.reason}). It is made again when it is needed.`,
        `${file} 已损坏（${read.reason}）。需要时会重新生成。`,
      );
      const repair = puttingAside(history, file, read.reason, patient);
      found.push(note('index.damaged', message, { subject: file, data: { reason: read.reason }, repair }));
    }
    const size = `${(bytes / 1e6).toFixed(1)} MB`;
    const fine = ok('index.usable', text(`It can be used (${size}).`, `可用（${size}）。`), {
      data: { bytes },
    });
    return found.length > 0 ? found : [fine];
  },
};

const anObject = (value: unknown): void => {
  if (!isObject(value)) throw new WrongContent('an object was expected');
};

/** From the history folder, with slashes. */
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

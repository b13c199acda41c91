import { join } from 'node:path';
import { StoreError } from '../base/core.ts';
import { summaryFile } from '../dialogs/layout.ts';
import { parseMessages } from '../dialogs/messages.ts';
import type { Message } from '../dialogs/types.ts';
import { fileFingerprint } from '../files/fileCache.ts';
import { readJson } from '../files/json.ts';
import type { DialogFolder, DialogFolders } from './dialogFolders.ts';
import { DialogItems } from './dialogItems.ts';
import { readSummaryEntry } from './summaryEntry.ts';
import type { Freshness, SearchEntry, SearchItem, SearchPart, SearchSource } from './types.ts';

/** The messages of all dialogs, and their summaries. */
export class DialogSource implements SearchSource {
  readonly kind = 'dialogs';
  readonly #items: DialogItems;
  /** By dialog: why it cannot be searched. */
  readonly #failures = new Map<string, string>();

  constructor(folders: DialogFolders) {
    this.#items = new DialogItems(folders, (folder) => this.#look(folder));
  }

  get notes(): string[] {
    return [...this.#failures.values()];
  }

  items(freshness: Freshness): Promise<readonly SearchItem[]> {
    return this.#items.items(freshness);
  }

  #look({ info, parts, summary, failure }: DialogFolder): SearchItem[] {
    const { name, tags, folder } = info;
    this.#failures.delete(name);
    if (failure !== undefined)
      this.#failures.set(name, `The dialog ${JSON.stringify(name)} was not searched: ${failure}`);
    if (parts === undefined) return [];
    const item = { name, title: name, dialog: name, tags };
    const messages = { ...item, key: folder, parts: parts.map((file) => partOf(file, readPart)) };
    if (summary === undefined) return [messages];
    // Not one of the parts: the places of messages are counted through these.
    return [
      messages,
      { ...item, key: join(folder, summaryFile), parts: [partOf(summary, readSummaryEntry)] },
    ];
  }
}

type ReadEntries = (file: string) => ReturnType<SearchPart['read']>;

function partOf(file: string, read: ReadEntries): SearchPart {
  return { fingerprint: fileFingerprint(file) ?? 'gone', mustBeRead: true, read: () => read(file) };
}

/** Throws where it is damaged; reading the dialog puts it aside and tells. */
async function readPart(file: string): Promise<SearchEntry[] | undefined> {
  const read = await readJson(file, parseMessages);
  if (read.state === 'missing') return undefined;
  if (read.state === 'damaged') throw new StoreError('damaged', `${file} is damaged: ${read.reason}.`);
  return read.value.map(entryOf);
}

function entryOf({ role, text, ts, id, meta }: Message): SearchEntry {
  const agent = typeof meta?.agent === 'string' ? meta.agent : undefined;
  // `defined` would be a sixth of the cost of reading all messages.
  return { role, text, ts, ...(id !== undefined && { id }), ...(agent !== undefined && { agent }) };
}

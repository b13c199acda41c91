import { join } from 'node:path';
import { agentIdOf } from '../../agents/agents.ts';
import { StoreError } from '../../disk/base/core.ts';
import { summaryFile } from '../../history/dialogs/layout.ts';
import { parseMessages } from '../../history/dialogs/messages.ts';
import type { Message } from '../../history/dialogs/types.ts';
import { fileFingerprint } from '../../disk/files/fingerprint.ts';
import { readJson } from '../../disk/files/json.ts';
import type { DialogFolder, DialogFolders } from './dialogFolders.ts';
import { DialogItems } from './dialogItems.ts';
import { readSummaryEntry } from './summaryEntry.ts';
import type { Freshness, SearchEntry, SearchItem, SearchPart, SearchSource, Note } from './types.ts';

/** Source of the messages and summaries of all dialogs. */
export class DialogSource implements SearchSource {
  readonly kind = 'dialogs';
  readonly #items: DialogItems;
  /** By dialog: why it cannot be searched. */
  readonly #failures = new Map<string, Note>();

  constructor(folders: DialogFolders) {
    this.#items = new DialogItems(folders, (folder) => this.#look(folder));
  }

  get notes(): Note[] {
    return [...this.#failures.values()];
  }

  items(freshness: Freshness): Promise<readonly SearchItem[]> {
    return this.#items.items(freshness);
  }

  #look({ info, parts, summary, failure }: DialogFolder): SearchItem[] {
    const { name, tags, folder } = info;
    this.#failures.delete(name);
    if (failure !== undefined)
      this.#failures.set(name, (say) =>
        say('The dialog {0} was not searched: {1}', JSON.stringify(name), failure),
      );
    if (parts === undefined) return [];
    const item = { name, title: name, dialog: name, tags };
    const messages = { ...item, key: folder, parts: parts.map((file) => partOf(file, readPart)) };
    if (summary === undefined) return [messages];
    // Separate from the parts, because positions of messages are counted through those.
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

/** Reads a part. Throws if it is damaged; reading the dialog moves it aside and reports it. */
async function readPart(file: string): Promise<SearchEntry[] | undefined> {
  const read = await readJson(file, parseMessages);
  if (read.state === 'missing') return undefined;
  if (read.state === 'damaged') throw new StoreError('damaged', `${file} is damaged: ${read.reason}.`);
  return read.value.map(entryOf);
}

function entryOf({ role, text, ts, id, meta }: Message): SearchEntry {
  const agent = typeof meta?.agent === 'string' ? agentIdOf(meta.agent) : undefined;
  // `defined` would take a sixth of the time for reading all messages.
  return { role, text, ts, ...(id !== undefined && { id }), ...(agent !== undefined && { agent }) };
}

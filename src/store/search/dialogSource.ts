import { defined } from '../base/core.ts';
import { join } from 'node:path';
import type { DialogAccess } from '../dialogs/dialogAccess.ts';
import { openPart, summaryFile } from '../dialogs/layout.ts';
import type { DialogList } from '../dialogs/list.ts';
import { parseMessages } from '../dialogs/messages.ts';
import type { DialogInfo, Message } from '../dialogs/types.ts';
import { readJson } from '../files/json.ts';
import { FileCache, fileFingerprint } from '../files/fileCache.ts';
import { readSummaryEntry } from './summaryEntry.ts';
import type { SearchEntry, SearchItem, SearchPart, SearchSource } from './types.ts';

/** Sealed parts never change but by clear and restore, which the folder shows; what others do to them is noticed after this. Milliseconds. */
const trustMs = 2_000;

interface KnownDialog {
  readonly lookedAt: number;
  readonly parts: readonly SearchPart[];
  readonly summary: SearchPart | undefined;
}

/** The messages of all dialogs, and their summaries. */
export class DialogSource implements SearchSource {
  readonly kind = 'dialogs';
  readonly #access: DialogAccess;
  readonly #list: DialogList;
  readonly #known = new FileCache<KnownDialog>();
  notes: readonly string[] = [];

  constructor(access: DialogAccess, list: DialogList) {
    this.#access = access;
    this.#list = list;
  }

  async items(): Promise<SearchItem[]> {
    const items: SearchItem[] = [];
    this.notes = [];
    for (const info of await this.#list.read()) {
      const found = await this.#look(info).catch((error: unknown) => this.#leaveOut(info, error));
      if (!found) continue;
      const { name, tags } = info;
      const item = { name, title: name, dialog: name, tags };
      items.push({ ...item, key: info.folder, parts: found.parts });
      // Not one of the parts: the places of messages are counted through these.
      if (found.summary) items.push({ ...item, key: join(info.folder, summaryFile), parts: [found.summary] });
    }
    return items;
  }

  /** One dialog that cannot be read does not keep the others from being found. */
  #leaveOut({ name }: DialogInfo, error: unknown): undefined {
    const reason = error instanceof Error ? error.message : String(error);
    this.notes = [...this.notes, `The dialog ${JSON.stringify(name)} was not searched: ${reason}`];
  }

  async #look({ name, folder }: DialogInfo): Promise<KnownDialog> {
    const fingerprint = `${fileFingerprint(folder)} ${fileFingerprint(join(folder, openPart))}`;
    const before = this.#known.get(folder, fingerprint);
    const lookedAt = performance.now();
    if (before && lookedAt - before.lookedAt < trustMs) return before;
    const { value } = await this.#access.read(
      name,
      ({ layout: { state, sealed, open, summary } }) => {
        const names = state === undefined ? [] : [...sealed, ...(open ? [openPart] : [])];
        const parts = names.map((part) => partOf(join(state ?? '', part), readPart));
        const file = join(state ?? '', summaryFile);
        return Promise.resolve({ parts, summary: summary ? partOf(file, readSummaryEntry) : undefined });
      },
      'exact',
    );
    return this.#known.set(folder, fingerprint, { lookedAt, ...value });
  }
}

type ReadEntries = (file: string) => ReturnType<SearchPart['read']>;

function partOf(file: string, read: ReadEntries): SearchPart {
  return { fingerprint: fileFingerprint(file) ?? 'gone', read: () => read(file) };
}

/** What is damaged is empty here; reading the dialog puts it aside and tells. */
async function readPart(file: string): Promise<SearchEntry[] | undefined> {
  const read = await readJson(file, parseMessages);
  if (read.state === 'missing') return undefined;
  return read.state === 'read' ? read.value.map(entryOf) : [];
}

function entryOf({ role, text, ts, id, meta }: Message): SearchEntry {
  const agent = typeof meta?.agent === 'string' ? meta.agent : undefined;
  return { role, text, ts, ...defined({ id, agent }) };
}

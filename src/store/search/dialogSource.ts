import { defined } from '../base/core.ts';
import { join } from 'node:path';
import type { DialogAccess } from '../dialogs/dialogAccess.ts';
import type { DialogSnapshot } from '../dialogs/dialogSnapshot.ts';
import { openPart, readLayout, summaryFile, type Layout } from '../dialogs/layout.ts';
import type { DialogList } from '../dialogs/list.ts';
import { parseMessages } from '../dialogs/messages.ts';
import type { DialogInfo, Message } from '../dialogs/types.ts';
import { readJson } from '../files/json.ts';
import { ChangeReader } from '../files/changeLog.ts';
import { FileCache, fileFingerprint, fingerprintOf } from '../files/fileCache.ts';
import { entriesNow } from '../files/folders.ts';
import { peek } from '../files/way.ts';
import { DialogItems } from './dialogItems.ts';
import { readSummaryEntry } from './summaryEntry.ts';
import type { Freshness, SearchEntry, SearchItem, SearchPart, SearchSource } from './types.ts';

/** A folder whose listing is younger than this may have changed again without a later time. Milliseconds. */
const settledMs = 1_000;

/** The paths of a dialog's files. */
interface DialogFiles {
  readonly parts: readonly string[];
  readonly summary: string | undefined;
}

/** The messages of all dialogs, and their summaries. */
export class DialogSource implements SearchSource {
  readonly kind = 'dialogs';
  readonly #access: DialogAccess;
  readonly #items: DialogItems;
  readonly #known = new FileCache<DialogFiles>();
  /** By dialog: why it cannot be searched. */
  readonly #failures = new Map<string, string>();

  constructor(access: DialogAccess, list: DialogList) {
    this.#access = access;
    this.#items = new DialogItems(list, new ChangeReader(access.context.folder), (info, freshness) =>
      this.#look(info, freshness),
    );
  }

  get notes(): string[] {
    return [...this.#failures.values()];
  }

  items(freshness: Freshness): Promise<readonly SearchItem[]> {
    return this.#items.items(freshness);
  }

  async #look(info: DialogInfo, freshness: Freshness): Promise<SearchItem[]> {
    const { name, tags, folder } = info;
    const files = await this.#filesOf(info, freshness);
    if (!files) return [];
    const { parts, summary } = files;
    const item = { name, title: name, dialog: name, tags };
    const messages = { ...item, key: folder, parts: parts.map((file) => partOf(file, readPart)) };
    if (summary === undefined) return [messages];
    // Not one of the parts: the places of messages are counted through these.
    return [
      messages,
      { ...item, key: join(folder, summaryFile), parts: [partOf(summary, readSummaryEntry)] },
    ];
  }

  /** One dialog that cannot be read does not keep the others from being found. */
  async #filesOf(info: DialogInfo, freshness: Freshness): Promise<DialogFiles | undefined> {
    const { name } = info;
    try {
      this.#failures.delete(name);
      return await this.#list(info, freshness);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#failures.set(name, `The dialog ${JSON.stringify(name)} was not searched: ${reason}`);
      return undefined;
    }
  }

  /** Files come and go with the time of their folder. */
  async #list({ name, folder }: DialogInfo, freshness: Freshness): Promise<DialogFiles> {
    const stat = peek(folder);
    const fingerprint = stat ? fingerprintOf(stat) : '';
    const known = freshness === 'recent' ? this.#known.get(folder, fingerprint) : undefined;
    if (known) return known;
    const layout = await readLayout(folder, entriesNow);
    const value = layout.pending ? await this.#read(name) : filesOf(layout);
    const isSettled = this.#access.context.clock.now() - (stat?.mtimeMs ?? 0) > settledMs;
    return isSettled ? this.#known.set(folder, fingerprint, value) : value;
  }

  /** While an operation is under way: what readers of the dialog see. */
  async #read(name: string): Promise<DialogFiles> {
    const use = ({ layout }: DialogSnapshot) => Promise.resolve(filesOf(layout));
    return (await this.#access.read(name, use, 'exact')).value;
  }
}

function filesOf({ state = '', sealed, open, summary }: Layout): DialogFiles {
  const parts = state === '' ? [] : [...sealed, ...(open ? [openPart] : [])];
  const paths = parts.map((part) => join(state, part));
  return { parts: paths, summary: summary ? join(state, summaryFile) : undefined };
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

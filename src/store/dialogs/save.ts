import { confirmFolder, syncFolder } from '../files/folders.ts';
import { defined } from '../base/core.ts';
import { join } from 'node:path';
import { renameOver, replaceFile } from '../files/atomic.ts';
import { partBytes } from '../base/limits.ts';
import type { DialogAccess, DialogListener, LockedDialog } from './dialogAccess.ts';
import { createDialog, nameDialog } from './create.ts';
import { openPart, sealedPart } from './layout.ts';
import { addedTo, checkEntries, formatMessages } from './messages.ts';
import type { Damage, NewEntry, Message, SaveResult } from './types.ts';
import type { UnsealedPart } from './writtenParts.ts';

interface SaveRequest {
  readonly entries: readonly NewEntry[];
  readonly done: (result: SaveResult) => void;
  readonly failed: (error: unknown) => void;
}

/** Saves that wait for the same dialog, written together: one lock, one write, one fsync for all of them. */
export class Saves {
  readonly #access: DialogAccess;
  readonly #listener: DialogListener;
  readonly #waiting = new Map<string, SaveRequest[]>();

  constructor(access: DialogAccess, listener: DialogListener) {
    this.#access = access;
    this.#listener = listener;
  }

  /** Stores all entries or none. */
  async save(name: string, given: readonly NewEntry[]): Promise<SaveResult> {
    checkEntries(given, this.#access.context.clock.now());
    if (given.length === 0) return { saved: 0, duplicates: 0, damaged: [] };
    const entries = withBranch(given, this.#access.context.branch?.());
    return new Promise((done, failed) => {
      const waiting = this.#waiting.get(name);
      if (waiting) waiting.push({ entries, done, failed });
      else {
        this.#waiting.set(name, [{ entries, done, failed }]);
        void this.#write(name);
      }
    });
  }

  /** Writes whatever waits once the lock is held; what comes after that waits for the next round, which need not wait for the last fsync. */
  async #write(name: string): Promise<void> {
    let requests: SaveRequest[] = [];
    let folder = '';
    try {
      const results = await this.#access.change(name, async (held) => {
        requests = this.#take(name);
        folder = held.place.folder;
        return this.#store(held, requests);
      });
      // What is renamed over by the next one meanwhile is confirmed with that.
      if (results.some(({ saved }) => saved > 0)) await confirmFolder(folder, this.#access.context.log);
      requests.forEach(({ done }, n) => done(results[n] ?? { saved: 0, duplicates: 0, damaged: [] }));
    } catch (error) {
      for (const { failed } of [...requests, ...(requests.length === 0 ? this.#take(name) : [])])
        failed(error);
    }
  }

  #take(name: string): SaveRequest[] {
    const requests = this.#waiting.get(name) ?? [];
    this.#waiting.delete(name);
    return requests;
  }

  async #store(held: LockedDialog, requests: readonly SaveRequest[]): Promise<SaveResult[]> {
    const { reading } = held;
    const open = await reading.open();
    const withIds = requests.some(({ entries }) => entries.some(({ id }) => id !== undefined));
    const known = withIds ? await reading.ids() : new Set<string>();
    const { lastTs = 0 } = await reading.totals();
    const dated = { now: this.#access.context.clock.now(), last: lastTs };
    const accepted = requests.map(({ entries }) => accept(entries, known, dated));
    const damaged = await this.#access.quarantine(held.place.folder, reading.damage);
    const fresh = accepted.flat();
    if (fresh.length > 0) {
      damaged.push(...(await this.#append(held, open, fresh)));
      damaged.push(...(await this.#listener.saved(held)));
    }
    return requests.map(({ entries }, n) => result(entries.length, accepted[n]?.length ?? 0, damaged));
  }

  /** Tells whether `dialog.json` was damaged and put aside. */
  async #append(
    held: LockedDialog,
    open: UnsealedPart,
    fresh: readonly Message[],
  ): Promise<readonly Damage[]> {
    const { place, lease } = held;
    if (!place.exists) {
      await createDialog(this.#access, held, fresh);
      return [];
    }
    const damaged = place.named ? [] : await nameDialog(this.#access, held);
    const file = join(place.folder, openPart);
    const full = open.bytes > partBytes;
    if (full) await this.#seal(held);
    const part = full ? partOf(fresh) : withAdded(open, fresh);
    const stat = await replaceFile(file, part.content, lease);
    this.#access.written.remember(place.folder, part, { lease, stat });
    return damaged;
  }

  /** The open part becomes the next sealed one; from then on a missing open part means an empty one. */
  async #seal({ place, lease, reading }: LockedDialog): Promise<void> {
    const { folder, base } = place;
    await renameOver(join(folder, openPart), join(folder, sealedPart(reading.layout.nextNumber)), () =>
      lease.assertHeld(),
    );
    await syncFolder(folder);
    await this.#access.index.save(base, reading.layout.epoch).catch((error: unknown) => {
      this.#access.context.log.warn(`cannot write the part index of ${base}: ${String(error)}`); // it is derived
    });
  }
}

/** Says of messages from a linked working tree of git what was checked out there. */
const withBranch = (entries: readonly NewEntry[], branch: string | undefined): readonly NewEntry[] =>
  branch === undefined ? entries : entries.map((entry) => ({ ...entry, meta: { branch, ...entry.meta } }));

const partOf = (messages: readonly Message[]) => {
  const content = Buffer.from(formatMessages(messages));
  return { messages, bytes: content.byteLength, content };
};

/** What this program wrote is not written anew, only what is added to it. */
function withAdded({ messages, content }: UnsealedPart, fresh: readonly Message[]) {
  const all = [...messages, ...fresh];
  if (content === undefined || messages.length === 0) return partOf(all);
  const added = addedTo(content, fresh);
  return { messages: all, bytes: added.byteLength, content: added };
}

/** Entries as messages: those with a known id left out, times given to those without. */
function accept(
  entries: readonly NewEntry[],
  known: Set<string>,
  dated: { now: number; last: number },
): Message[] {
  const messages: Message[] = [];
  for (const { role, text, ts, id, meta } of entries) {
    if (id !== undefined && known.has(id)) continue;
    if (id !== undefined) known.add(id);
    const time = ts ?? Math.max(dated.now, dated.last + 1);
    dated.last = Math.max(dated.last, time);
    messages.push({ role, text, ts: time, ...defined({ id }), ...(meta && { meta }) });
  }
  return messages;
}

function result(count: number, stored: number, damaged: readonly Damage[]): SaveResult {
  return { saved: stored, duplicates: count - stored, damaged };
}

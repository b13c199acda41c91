import { confirmFolder, syncFolder } from '../../disk/files/folders.ts';
import { defined, errorMessage } from '../../disk/base/core.ts';
import { join } from 'node:path';
import { removeHeld, renameOver, replaceFile } from '../../disk/files/atomic.ts';
import { bytesNow } from '../../disk/files/open.ts';
import { linkHeld } from '../../disk/files/placeNew.ts';
import { fileAt } from '../../disk/files/way.ts';
import { partBytes } from '../../disk/base/limits.ts';
import type { DialogAccess, DialogListener } from './dialogAccess.ts';
import type { LockedDialog } from './dialogSnapshot.ts';
import { createDialog, nameDialog } from './create.ts';
import { openPart, sealedPart } from './layout.ts';
import { appendMessages, checkEntries, formatMessages } from './messages.ts';
import type { Damage, NewEntry, Message, SaveResult } from './types.ts';
import type { UnsealedPart } from './writtenParts.ts';

interface SaveRequest {
  readonly entries: readonly NewEntry[];
  readonly done: (result: SaveResult) => void;
  readonly failed: (error: unknown) => void;
}

/** Combines saves that wait for the same dialog: one lock, one write and one fsync for all of them. */
export class Saves {
  readonly #access: DialogAccess;
  readonly #listener: DialogListener;
  readonly #waiting = new Map<string, SaveRequest[]>();

  constructor(access: DialogAccess, listener: DialogListener) {
    this.#access = access;
    this.#listener = listener;
  }

  /** Saves all entries or none. */
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

  /**
   * Writes everything waiting once the lock is held. Later saves form the next round, which does not wait for the
   * last fsync.
   */
  async #write(name: string): Promise<void> {
    let requests: SaveRequest[] = [];
    let folder = '';
    try {
      const results = await this.#access.change(name, async (held) => {
        requests = this.#take(name);
        folder = held.place.folder;
        return this.#store(held, requests);
      });
      // If the next round has replaced the file by then, its fsync confirms both.
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
    const damaged = await this.#access.quarantine(held, reading.damage);
    const fresh = accepted.flat();
    if (fresh.length > 0) {
      damaged.push(...(await this.#append(held, open, fresh)));
      damaged.push(...(await this.#listener.saved(held)));
    }
    return requests.map(({ entries }, n) => result(entries.length, accepted[n]?.length ?? 0, damaged));
  }

  /** Returns `dialog.json` if it was damaged and set aside. */
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
    const { nextNumber, sealed } = held.reading.layout;
    const last = full ? sealedPart(nextNumber) : sealed.at(-1);
    const whole = full ? partOf(fresh) : withAdded(open, fresh);
    const part = last === undefined ? whole : unlike(whole, join(place.folder, last));
    const stat = await replaceFile(file, part.content, lease).catch(async (error: unknown) => {
      if (full) await removeHeld([file], lease).catch(() => undefined); // or the next change does
      throw error;
    });
    this.#access.written.remember(place.folder, part, { lease, stat });
    return damaged;
  }

  /**
   * Seals the open part: it gets a second name, and counts as empty, as a missing one does, until the next open part
   * replaces it.
   */
  async #seal({ place, lease, reading }: LockedDialog): Promise<void> {
    const { folder, base } = place;
    const open = join(folder, openPart);
    const sealed = join(folder, sealedPart(reading.layout.nextNumber));
    this.#access.written.forget(folder);
    if (!(await linkHeld(open, sealed, lease))) await renameOver(open, sealed, () => lease.assertHeld());
    await syncFolder(folder);
    await this.#access.index.save(base, reading.layout.epoch).catch((error: unknown) => {
      this.#access.context.log.warn(`cannot write the part index of ${base}: ${errorMessage(error)}`); // derived
    });
  }
}

/** Adds the branch checked out in a linked git worktree to its messages. */
const withBranch = (entries: readonly NewEntry[], branch: string | undefined): readonly NewEntry[] =>
  branch === undefined ? entries : entries.map((entry) => ({ ...entry, meta: { branch, ...entry.meta } }));

interface WrittenPart {
  readonly messages: readonly Message[];
  readonly bytes: number;
  readonly content: Buffer;
}

const partOf = (messages: readonly Message[]): WrittenPart => {
  const content = Buffer.from(formatMessages(messages));
  return { messages, bytes: content.byteLength, content };
};

/**
 * Makes a full part differ from the last sealed one by a line feed: an open part with the same bytes, as of one long
 * message that was saved twice with the same time, would count as that one.
 */
function unlike(part: WrittenPart, sealed: string): WrittenPart {
  if (part.bytes <= partBytes || fileAt(sealed)?.size !== part.bytes) return part;
  if (bytesNow(sealed)?.equals(part.content) !== true) return part;
  const content = Buffer.concat([Buffer.from('\n'), part.content]);
  return { ...part, content, bytes: content.byteLength };
}

/** Appends to content this program wrote before, instead of formatting it again. */
function withAdded({ messages, content }: UnsealedPart, fresh: readonly Message[]): WrittenPart {
  const all = [...messages, ...fresh];
  if (content === undefined || messages.length === 0) return partOf(all);
  const added = appendMessages(content, fresh);
  return { messages: all, bytes: added.byteLength, content: added };
}

/** Converts entries to messages, skipping known ids and adding missing times. */
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

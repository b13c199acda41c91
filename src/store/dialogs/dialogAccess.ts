import { lockFolder } from '../files/ignored.ts';
import { join } from 'node:path';
import type { Lease } from '../base/core.ts';
import { contextFolders, Changed, dialogName } from './names.ts';
import { readOnlyError, withStoreErrors } from '../files/failure.ts';
import { entriesNow, removeTree, sweep } from '../files/folders.ts';
import { FileCache } from '../files/fileCache.ts';
import { ensureHistoryFolder } from '../files/historyFolder.ts';
import { quarantine } from '../files/json.ts';
import { withLock } from '../files/lock.ts';
import { peek } from '../files/way.ts';
import type { StoreContext } from '../base/context.ts';
import { activeDialog, renamedActiveDialog } from './activeDialog.ts';
import { applyPending } from './apply.ts';
import { readLayout, stillHolds, type Layout } from './layout.ts';
import { RecentLayouts } from './recentLayouts.ts';
import { locate, type DialogLocation } from './locate.ts';
import { PartIndex } from './partIndex.ts';
import { DialogSnapshot, type FoundDamage } from './dialogSnapshot.ts';
import type { Damage } from './types.ts';
import { WrittenParts } from './writtenParts.ts';

/** A dialog under its lock, with everything interrupted finished and dead temporary files swept. */
export interface LockedDialog {
  readonly name: string;
  readonly place: DialogLocation;
  readonly lease: Lease;
  readonly reading: DialogSnapshot;
}

/** What is kept beside the messages and follows them; called under the lock of the dialog. */
export interface DialogListener {
  /** Messages were stored. Tells which of its files it found damaged and moved aside. */
  readonly saved: (held: LockedDialog) => Promise<readonly Damage[]>;
  /** Clear or restore replaced the messages. */
  readonly replaced: (held: LockedDialog) => Promise<void>;
}

/** How often a read starts again because files moved under it before it waits for the lock. */
const tries = 8;
/** Dialogs whose layout is remembered. */
const remembered = 50;
/** So many different repairs are logged by one process. */
const maxRepairs = 1_000;

/** The two ways into a dialog: reading without a lock, and changing under it. */
export class DialogAccess {
  readonly context: StoreContext;
  readonly index: PartIndex;
  readonly written = new WrittenParts();
  /** Where dialogs were when they were last changed; checked again under the lock. */
  readonly #bases = new Map<string, string>();
  readonly #layouts = new RecentLayouts();
  /** What was found under the lock the last time. */
  readonly #held = new FileCache<Layout>(remembered);
  /** Folders of dialogs whose contexts this process has swept. */
  readonly #swept = new Set<string>();
  /** Repairs that were logged. */
  readonly #repairs = new Set<string>();

  constructor(context: StoreContext) {
    this.context = context;
    this.index = new PartIndex(context);
  }

  /** The true name of a dialog; the empty name means the active dialog. Throws `invalid_argument` for a name that no dialog can have. */
  async nameOf(given: string): Promise<string> {
    return given === '' ? (await activeDialog(this.context.folder)).name : dialogName(given);
  }

  /** Where the dialog is, by its true name. */
  locate(name: string): Promise<DialogLocation> {
    return withStoreErrors(async () => locate(this.context.folder, await this.nameOf(name)));
  }

  /**
   * Runs `use` on one consistent state of the dialog, more than once if others change it meanwhile. Files found
   * damaged are then put aside. Only an `exact` look sees at once what others put aside or deleted by hand.
   */
  read<T>(
    name: string,
    use: (reading: DialogSnapshot, place: DialogLocation) => Promise<T>,
    freshness: 'recent' | 'exact' = 'recent',
  ): Promise<{ value: T; damaged: Damage[] }> {
    return withStoreErrors(async () => {
      const place = await locate(this.context.folder, await this.nameOf(name));
      for (let n = 0; n < tries; n++) {
        const seen = await this.#look(place, use, n === 0 ? freshness : 'exact');
        if (seen !== undefined) return this.#report(name, seen.value, seen.damage);
      }
      return this.#hold(name, async ({ reading, place: held }) => ({
        value: await use(reading, held),
        damaged: [],
      }));
    });
  }

  /** Runs `work` under the lock of the dialog, which may not exist yet. */
  async change<T>(name: string, work: (held: LockedDialog) => Promise<T>): Promise<T> {
    let base: string | undefined;
    const result = await withStoreErrors(() =>
      this.#hold(name, (held) => {
        base = held.place.base;
        return work(held);
      }),
    );
    this.context.wrote(base);
    return result;
  }

  /** Finishes what an operation of several steps has left to do in a dialog's folder. Call it under the lock. */
  applyPending(base: string, lease: Lease): Promise<void> {
    const { folder, log } = this.context;
    return applyPending(folder, base, lease, (names) => renamedActiveDialog(folder, names, log));
  }

  /** Moves damaged files aside. Call it under the lock. */
  async quarantine(folder: string, found: readonly FoundDamage[]): Promise<Damage[]> {
    const damaged: Damage[] = [];
    for (const { file, reason } of found) {
      const { keptAs } = await quarantine(join(folder, file), reason, this.context);
      this.context.log.warn(`${join(folder, file)} is damaged (${reason}); it is kept as ${keptAs}`);
      damaged.push({ file, keptAs, reason });
    }
    return damaged;
  }

  async #look<T>(
    place: DialogLocation,
    use: (reading: DialogSnapshot, place: DialogLocation) => Promise<T>,
    freshness: 'recent' | 'exact',
  ) {
    const before = await this.#layouts.read(place.folder, freshness);
    const reading = new DialogSnapshot(place.base, before, this.index);
    try {
      const value = await use(reading, place);
      this.#reportRepairs(place.folder, reading);
      const sound = await stillHolds(place.folder, before);
      return sound ? { value, damage: reading.damage } : undefined;
    } catch (error) {
      if (error instanceof Changed) return undefined;
      throw error;
    }
  }

  /** Says once what was repaired in reading. */
  #reportRepairs(folder: string, { repairs }: DialogSnapshot): void {
    for (const repair of repairs) {
      const text = join(folder, repair);
      if (this.#repairs.has(text) || this.#repairs.size >= maxRepairs) continue;
      this.#repairs.add(text);
      this.context.log.warn(text);
    }
  }

  async #report<T>(
    name: string,
    value: T,
    damage: readonly FoundDamage[],
  ): Promise<{ value: T; damaged: Damage[] }> {
    if (damage.length === 0) return { value, damaged: [] };
    try {
      return { value, damaged: await this.change(name, (held) => this.#putAsideAgain(held, damage)) };
    } catch (error) {
      this.context.log.error(`cannot put damaged files of ${JSON.stringify(name)} aside: ${String(error)}`);
      return { value, damaged: damage.map(({ file, reason }) => ({ file, keptAs: file, reason })) };
    }
  }

  /** Reads the damaged files once more under the lock: only what is damaged there and then is moved. */
  async #putAsideAgain({ reading, place }: LockedDialog, damage: readonly FoundDamage[]): Promise<Damage[]> {
    const files = new Set(damage.map(({ file }) => file));
    await reading.open();
    await reading.summary();
    for (const [n, part] of reading.layout.sealed.entries()) if (files.has(part)) await reading.sealed(n);
    return this.quarantine(place.folder, reading.damage);
  }

  async #hold<T>(name: string, work: (held: LockedDialog) => Promise<T>): Promise<T> {
    const { folder: history, isReadOnly, log } = this.context;
    const wanted = await this.nameOf(name);
    if (isReadOnly()) throw readOnlyError(history);
    await ensureHistoryFolder(history);
    for (let base = this.#bases.get(wanted); ;) {
      base ??= (await locate(history, wanted)).base;
      const turn = async (lease: Lease) => {
        const layout = await this.#settle(base ?? '', lease);
        const place = await locate(history, wanted);
        if (place.base !== base) return { moved: place.base }; // adopted or renamed by another process
        this.#bases.set(wanted, base);
        const reading = new DialogSnapshot(
          base,
          layout,
          this.index,
          this.written.recall(place.folder, lease),
        );
        const value = await work({ name: wanted, place, lease, reading });
        this.#reportRepairs(place.folder, reading);
        return { value };
      };
      const result = await withLock(lockFolder(history, base), turn, log);
      if ('value' in result) return result.value;
      base = result.moved;
    }
  }

  /** Finishes what was interrupted in a dialog's folder and sweeps what dead processes left. */
  async #settle(base: string, lease: Lease): Promise<Layout> {
    const { folder: history } = this.context;
    const folder = join(history, base);
    const before = this.#held.get(folder, '');
    const layout = await readLayout(folder, entriesNow, before);
    if (layout !== before) this.#held.set(folder, '', layout);
    for (const name of layout.temporary) await removeTree(join(folder, name));
    await this.#sweepContexts(folder);
    if (!layout.pending) return layout;
    await this.applyPending(base, lease);
    return readLayout(folder);
  }

  /** Once for each dialog: who writes there later sweeps again, and the archive may be long. */
  async #sweepContexts(folder: string): Promise<void> {
    if (this.#swept.has(folder)) return;
    this.#swept.add(folder);
    for (const each of contextFolders(folder)) {
      // What is no folder is told where contexts are used; messages can be saved without.
      if (peek(each)?.isDirectory() !== true) return;
      await sweep(each);
    }
  }
}

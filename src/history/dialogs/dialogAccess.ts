import { lockFolder } from '../../disk/files/ignored.ts';
import { join } from 'node:path';
import { type Lease, errorMessage } from '../../disk/base/core.ts';
import { contextFolders, Changed, dialogName } from './names.ts';
import { removeHeld } from '../../disk/files/atomic.ts';
import { withStoreErrors } from '../../disk/files/failure.ts';
import { readOnlyError } from '../../disk/files/readOnly.ts';
import { entriesNow, removeTree, sweep } from '../../disk/files/folders.ts';
import { inMemory } from '../../disk/files/inMemory.ts';
import { ensureHistoryFolder } from '../../disk/files/historyFolder.ts';
import { quarantine } from '../../disk/files/smallFile.ts';
import { withLock } from '../../disk/files/lock.ts';
import { lstatOwn } from '../../disk/files/way.ts';
import type { StoreContext } from '../../disk/base/context.ts';
import { activeDialog, finishActiveRename } from './activeDialog.ts';
import { applyPending } from './apply.ts';
import { isOpenSealed, isStillValid, openPart, readLayout, type Layout } from './layout.ts';
import { RecentLayouts } from './recentLayouts.ts';
import { locate, type DialogLocation, storedName } from './locate.ts';
import { PartIndex } from './partIndex.ts';
import { DialogSnapshot, type FoundDamage, type LockedDialog } from './dialogSnapshot.ts';
import type { Damage } from './types.ts';
import { WrittenParts } from './writtenParts.ts';

/** Updates data stored beside the messages, under the dialog's lock. */
export interface DialogListener {
  /** Called after saving messages. Returns its own files found damaged and set aside. */
  readonly saved: (held: LockedDialog) => Promise<readonly Damage[]>;
  /** Called after clear or restore replaced the messages. */
  readonly replaced: (held: LockedDialog) => Promise<void>;
}

/** How often a read restarts because files changed before it waits for the lock. */
const maxAttempts = 8;
/** Number of dialogs whose layout is cached. */
const maxCached = 50;
/** Maximum number of different repairs a process logs. */
const maxRepairs = 1_000;

/** Access to dialogs: reading without a lock, and changing under it. */
export class DialogAccess {
  readonly context: StoreContext;
  readonly index: PartIndex;
  readonly written = new WrittenParts();
  /** Last known folders of dialogs; verified under the lock. */
  readonly #bases = new Map<string, string>();
  readonly #layouts = new RecentLayouts();
  /** Layouts last seen under the lock. */
  readonly #held = inMemory<Layout>(maxCached);
  /** Folders of dialogs whose contexts this process has swept. */
  readonly #swept = new Set<string>();
  /** Repairs already logged. */
  readonly #repairs = new Set<string>();

  constructor(context: StoreContext) {
    this.context = context;
    this.index = new PartIndex(context);
  }

  /**
   * Returns the true name of a dialog; an empty name means the active one. Throws `invalid_argument` for an
   * impossible name.
   */
  async nameOf(given: string): Promise<string> {
    const { folder } = this.context;
    return given === '' ? (await activeDialog(folder)).name : storedName(folder, dialogName(given));
  }

  /** Locates a dialog by its true name. */
  locate(name: string): Promise<DialogLocation> {
    return withStoreErrors(async () => locate(this.context.folder, await this.nameOf(name)));
  }

  /**
   * Runs `use` on a consistent state of the dialog, repeating it if others change the dialog. Then sets damaged files
   * aside. Only `exact` reads see immediately what others moved or deleted by hand.
   */
  read<T>(
    name: string,
    use: (reading: DialogSnapshot, place: DialogLocation) => Promise<T>,
    freshness: 'recent' | 'exact' = 'recent',
  ): Promise<{ value: T; damaged: Damage[] }> {
    return withStoreErrors(async () => {
      const place = await locate(this.context.folder, await this.nameOf(name));
      for (let n = 0; n < maxAttempts; n++) {
        const seen = await this.#look(place, use, n === 0 ? freshness : 'exact');
        if (seen !== undefined) return this.#report(name, seen.value, seen.damage);
      }
      return this.#hold(name, async ({ reading, place: held }) => ({
        value: await use(reading, held),
        damaged: [],
      }));
    });
  }

  /** Runs `work` under the lock of the dialog, which need not exist. */
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

  /** Completes an interrupted operation in a dialog's folder. Requires the lock. */
  applyPending(base: string, lease: Lease): Promise<void> {
    const { folder, log } = this.context;
    return applyPending(folder, base, lease, (names) => finishActiveRename(folder, names, log));
  }

  /** Sets damaged files aside. Requires the lock. */
  async quarantine({ place, lease }: LockedDialog, found: readonly FoundDamage[]): Promise<Damage[]> {
    const { folder } = place;
    const { clock, log } = this.context;
    const damaged: Damage[] = [];
    for (const { file, reason } of found) {
      const { keptAs } = await quarantine(join(folder, file), reason, { clock, lease });
      log.warn(`${join(folder, file)} is damaged (${reason}); it is kept as ${keptAs}`);
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
      const sound = await isStillValid(place.folder, before);
      return sound ? { value, damage: reading.damage } : undefined;
    } catch (error) {
      if (error instanceof Changed) return undefined;
      throw error;
    }
  }

  /** Logs each repair made while reading once. */
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
      return { value, damaged: await this.change(name, (held) => this.#setAsideIfDamaged(held, damage)) };
    } catch (error) {
      this.context.log.error(
        `cannot put damaged files of ${JSON.stringify(name)} aside: ${errorMessage(error)}`,
      );
      return { value, damaged: damage.map(({ file, reason }) => ({ file, keptAs: file, reason })) };
    }
  }

  /** Rereads damaged files under the lock, and sets aside those still damaged. */
  async #setAsideIfDamaged(held: LockedDialog, damage: readonly FoundDamage[]): Promise<Damage[]> {
    const { reading } = held;
    const files = new Set(damage.map(({ file }) => file));
    await reading.open();
    await reading.summary();
    for (const [n, part] of reading.layout.sealed.entries()) if (files.has(part)) await reading.sealed(n);
    return this.quarantine(held, reading.damage);
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

  /** Completes interrupted operations in a dialog's folder and removes leftovers of dead processes. */
  async #settle(base: string, lease: Lease): Promise<Layout> {
    const { folder: history } = this.context;
    const folder = join(history, base);
    const before = this.#held.get(folder, '');
    const layout = await readLayout(folder, entriesNow, before);
    if (layout !== before) this.#held.set(folder, '', layout);
    if (layout.temporary.length > 0) lease.assertHeld(); // those that were listed are no successor's
    for (const name of layout.temporary) await removeTree(join(folder, name));
    await this.#sweepContexts(folder, lease);
    const wasSealed = layout !== before && isOpenSealed(layout);
    if (wasSealed) await removeHeld([join(folder, openPart)], lease);
    if (layout.pending) await this.applyPending(base, lease);
    return wasSealed || layout.pending ? readLayout(folder) : layout;
  }

  /** Sweeps once per dialog, since writers sweep again and the archive may be large. */
  async #sweepContexts(folder: string, lease: Lease): Promise<void> {
    if (this.#swept.has(folder)) return;
    this.#swept.add(folder);
    for (const each of contextFolders(folder)) {
      // A path that is not a folder is reported where contexts are used; messages can be saved without them.
      if (lstatOwn(each)?.isDirectory() !== true) return;
      await sweep(each, lease);
    }
  }
}

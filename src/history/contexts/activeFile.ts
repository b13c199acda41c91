import { join } from 'node:path';
import type { DialogLocation } from '../dialogs/locate.ts';
import type { DialogSnapshot, LockedDialog } from '../dialogs/dialogSnapshot.ts';
import type { Damage } from '../dialogs/types.ts';
import { writeAtomic } from '../../disk/files/atomic.ts';
import { makeFolder, sweep } from '../../disk/files/folders.ts';
import { quarantine } from '../../disk/files/smallFile.ts';
import { readJson } from '../../disk/files/json.ts';
import { isTaken } from '../../disk/files/way.ts';
import type { StoreContext } from '../../disk/base/context.ts';
import { emptyReach, withNewMessages, startContext } from './active.ts';
import { ContextArchives } from './archives.ts';
import { formatContext, parseActive } from './contextFiles.ts';
import { activeContextFile, contextsFolder } from '../dialogs/names.ts';
import type { ActiveContext } from './types.ts';

const activeFile = 'active.json';

export interface CurrentContext {
  readonly context: ActiveContext;
  /** Why the file could not be read, if so. */
  readonly damage?: string;
}

/** The active contexts of dialogs and their files, where stored. */
export class ActiveFile {
  readonly #context: StoreContext;

  constructor(context: StoreContext) {
    this.#context = context;
  }

  isWritten(place: DialogLocation): boolean {
    return isTaken(this.#path(place));
  }

  /**
   * Returns the active context with all messages of the dialog so far. A damaged or missing file is replaced by one
   * built from the messages.
   */
  async current(place: DialogLocation, reading: DialogSnapshot): Promise<CurrentContext> {
    const file = this.#path(place);
    const read = await readJson(file, parseActive);
    const budget = this.#context.limits.contexts;
    if (read.state === 'read')
      return {
        context: await withNewMessages(await this.#afterInterruption(place, read.value), reading, budget),
      };
    const context = await this.#sinceLastCheckpoint(place, reading);
    return read.state === 'damaged' ? { context, damage: read.reason } : { context };
  }

  /** Returns the stored context with its reach at the end of replaced messages; undefined if it cannot be read. */
  async rebase(place: DialogLocation, reading: DialogSnapshot): Promise<ActiveContext | undefined> {
    const read = await readJson(this.#path(place), parseActive);
    if (read.state !== 'read') return undefined;
    const { messages: position, lastTs = 0 } = await reading.totals();
    const ts = Math.max(lastTs, read.value.meta.reach?.ts ?? 0);
    return {
      ...read.value,
      meta: { ...read.value.meta, reach: { epoch: reading.layout.epoch, position, ts } },
    };
  }

  /** Describes a damaged file that could not be moved aside. */
  unmoved(reason: string): Damage {
    const file = `${contextsFolder}/${activeFile}`;
    return { file, keptAs: file, reason };
  }

  /** Moves a damaged file aside. */
  async moveAside({ place, lease }: LockedDialog, reason: string): Promise<Damage> {
    const { clock } = this.#context;
    const { keptAs } = await quarantine(this.#path(place), reason, { clock, lease });
    this.#context.log.warn(`${this.#path(place)} is damaged (${reason}); it is kept as ${keptAs}`);
    return { file: `${contextsFolder}/${activeFile}`, keptAs: `${contextsFolder}/${keptAs}`, reason };
  }

  async write({ place, lease }: LockedDialog, context: ActiveContext): Promise<void> {
    const folder = join(place.folder, contextsFolder);
    await makeFolder(folder);
    await sweep(folder, lease);
    await writeAtomic(this.#path(place), formatContext(context), lease);
  }

  /**
   * Recovers from an interruption between archiving a context and replacing it: what came after its checkpoint is the
   * new one.
   */
  async #afterInterruption(place: DialogLocation, context: ActiveContext): Promise<ActiveContext> {
    const archives = new ContextArchives(this.#context, place.folder);
    if (!archives.has(context.contextId)) return context;
    const archived = await archives.read(context.contextId);
    const now = this.#context.clock.now();
    const { reach = emptyReach } = context.meta;
    // The file may have lacked messages that the archive has.
    if (archived?.checkpoint?.epoch === reach.epoch) return startContext(now, archived.checkpoint);
    return startContext(now, reach, context.turns.slice(archived?.turns.length ?? 0));
  }

  async #sinceLastCheckpoint(place: DialogLocation, reading: DialogSnapshot): Promise<ActiveContext> {
    const archives = new ContextArchives(this.#context, place.folder);
    const [newest] = await archives.items();
    const archived = newest && (await archives.read(newest.contextId));
    const now = this.#context.clock.now();
    const context = startContext(now, archived?.checkpoint ?? emptyReach);
    const caught = await withNewMessages(context, reading, this.#context.limits.contexts);
    return { ...caught, createdAt: caught.turns[0]?.ts ?? now };
  }

  #path(place: DialogLocation): string {
    return activeContextFile(place.folder);
  }
}

import { join } from 'node:path';
import type { LockedDialog } from '../dialogs/dialogAccess.ts';
import type { DialogLocation } from '../dialogs/locate.ts';
import type { DialogSnapshot } from '../dialogs/dialogSnapshot.ts';
import type { Damage } from '../dialogs/types.ts';
import { writeAtomic } from '../files/atomic.ts';
import { makeFolder, sweep } from '../files/folders.ts';
import { quarantine, readJson } from '../files/json.ts';
import { isTaken } from '../files/way.ts';
import type { StoreContext } from '../base/context.ts';
import { beginning, catchUp, startContext } from './active.ts';
import { ContextArchives } from './archives.ts';
import { formatContext, parseActive } from './contextFiles.ts';
import { activeContextFile, contextsFolder } from '../dialogs/names.ts';
import type { ActiveContext } from './types.ts';

const activeFile = 'active.json';

export interface Present {
  readonly context: ActiveContext;
  /** What is wrong with the file, when it could not be read. */
  readonly damage?: string;
}

/** The active context of dialogs, and its file where it is written down. */
export class ActiveFile {
  readonly #context: StoreContext;

  constructor(context: StoreContext) {
    this.#context = context;
  }

  isWritten(place: DialogLocation): boolean {
    return isTaken(this.#path(place));
  }

  /** The active context with all messages of the dialog so far. A damaged or missing file is made up for from the messages. */
  async present(place: DialogLocation, reading: DialogSnapshot): Promise<Present> {
    const file = this.#path(place);
    const read = await readJson(file, parseActive);
    const budget = this.#context.limits.contexts;
    if (read.state === 'read')
      return { context: await catchUp(await this.#afterInterruption(place, read.value), reading, budget) };
    const context = await this.#sinceLastCheckpoint(place, reading);
    return read.state === 'damaged' ? { context, damage: read.reason } : { context };
  }

  /** The written context, reaching to the end of messages that have been replaced; undefined when it cannot be read. */
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

  /** A damaged file that could not be moved aside. */
  unmoved(reason: string): Damage {
    const file = `${contextsFolder}/${activeFile}`;
    return { file, keptAs: file, reason };
  }

  /** Moves a damaged file aside. */
  async putAside(place: DialogLocation, reason: string): Promise<Damage> {
    const { keptAs } = await quarantine(this.#path(place), reason, this.#context);
    this.#context.log.warn(`${this.#path(place)} is damaged (${reason}); it is kept as ${keptAs}`);
    return { file: `${contextsFolder}/${activeFile}`, keptAs: `${contextsFolder}/${keptAs}`, reason };
  }

  async write({ place, lease }: LockedDialog, context: ActiveContext): Promise<void> {
    const folder = join(place.folder, contextsFolder);
    await makeFolder(folder);
    await sweep(folder);
    await writeAtomic(this.#path(place), formatContext(context), lease);
  }

  /** A context that is archived already was about to be replaced: what came after its checkpoint is the new one. */
  async #afterInterruption(place: DialogLocation, context: ActiveContext): Promise<ActiveContext> {
    const archives = new ContextArchives(this.#context, place.folder);
    if (!archives.has(context.contextId)) return context;
    const archived = await archives.read(context.contextId);
    const now = this.#context.clock.now();
    const { reach = beginning } = context.meta;
    // The file may not have had all messages when it was archived with them.
    if (archived?.checkpoint?.epoch === reach.epoch) return startContext(now, archived.checkpoint);
    return startContext(now, reach, context.turns.slice(archived?.turns.length ?? 0));
  }

  async #sinceLastCheckpoint(place: DialogLocation, reading: DialogSnapshot): Promise<ActiveContext> {
    const archives = new ContextArchives(this.#context, place.folder);
    const [newest] = await archives.items();
    const archived = newest && (await archives.read(newest.contextId));
    const now = this.#context.clock.now();
    const context = startContext(now, archived?.checkpoint ?? beginning);
    const caught = await catchUp(context, reading, this.#context.limits.contexts);
    return { ...caught, createdAt: caught.turns[0]?.ts ?? now };
  }

  #path(place: DialogLocation): string {
    return activeContextFile(place.folder);
  }
}

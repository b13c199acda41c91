import { type JsonValue, StoreError } from '../../disk/base/core.ts';
import { withStoreErrors } from '../../disk/files/failure.ts';
import { readOnlyError } from '../../disk/files/readOnly.ts';
import { ensureHistoryFolder } from '../../disk/files/historyFolder.ts';
import { machineFolder } from '../../disk/files/projectId.ts';
import { isTaken } from '../../disk/files/way.ts';
import { activeDialog, setActiveDialog } from './activeDialog.ts';
import type { DialogAccess, DialogListener } from './dialogAccess.ts';
import type { LockedDialog } from './dialogSnapshot.ts';
import { backupsOf, clear, restore, unknownBackup } from './backups.ts';
import { createDialog, updateDialogFile } from './create.ts';
import { rename } from './rename.ts';
import type { DialogList } from './list.ts';
import { maintenance, thresholds } from './maintenance.ts';
import { dialogName } from './names.ts';
import { readAll } from './readAll.ts';
import { Saves } from './save.ts';
import { messagesSince, newest } from './since.ts';
import { SummaryFile } from './summaryFile.ts';
import type { Compacted, Compaction, DialogVersion } from './compactionTypes.ts';
import type * as T from './types.ts';
import { checkedTags } from '../../disk/base/tags.ts';

/** Implements `DialogStore`, which documents the methods, for one store. */
export class Dialogs implements T.DialogStore {
  readonly #access: DialogAccess;
  readonly #list: DialogList;
  readonly #saves: Saves;
  readonly #summaries: SummaryFile;
  readonly #listener: DialogListener;

  constructor(access: DialogAccess, list: DialogList, listener: DialogListener) {
    this.#access = access;
    this.#list = list;
    this.#saves = new Saves(access, listener);
    this.#listener = listener;
    this.#summaries = new SummaryFile(access);
  }

  list(): Promise<readonly T.DialogInfo[]> {
    return withStoreErrors(() => this.#list.read());
  }

  names(): Promise<readonly string[]> {
    return withStoreErrors(() => this.#list.names());
  }

  async overview(name: string): Promise<T.DialogOverview | undefined> {
    const { value } = await this.#access.read(
      name,
      async (reading, place) => {
        const info = place.exists ? await this.#list.info(place.base) : undefined;
        if (info === undefined) return undefined;
        const { layout } = reading;
        const totals = await reading.totals();
        const signal = maintenance(totals, this.#access.context);
        const found = {
          ...info,
          ...totals,
          hasSummary: layout.summary,
          backups: layout.backups.length,
          damaged: layout.damaged,
        };
        return signal ? { ...found, maintenance: signal } : found;
      },
      'exact',
    );
    return value;
  }

  async detail(name: string, query: T.DetailQuery): Promise<T.DialogDetail> {
    const summary = query.includeSummary ? await this.#summaries.read(name) : undefined;
    const { value, damaged } = await this.#access.read(name, async (reading) => {
      const totals = await reading.totals();
      const signal = maintenance(totals, this.#access.context);
      const messages = query.includeMessages ? await newest(reading, query.recentTurns, totals.messages) : {};
      return { ...messages, ...(signal && { maintenance: signal }) };
    });
    return {
      ...(summary?.value !== undefined && { summary: summary.value }),
      ...value,
      damaged: [...(summary?.damaged ?? []), ...damaged],
    };
  }

  async messagesSince(name: string, query: T.SinceQuery): Promise<T.MessagePage> {
    const { value, damaged } = await this.#access.read(name, (reading) => messagesSince(reading, query));
    return { ...value, damaged };
  }

  async window(name: string, offset: number, limit: number): Promise<T.MessageWindow> {
    const { value, damaged } = await this.#access.read(name, async (reading) => {
      const { messages: total } = await reading.totals();
      const from = Math.min(Math.max(0, offset), total);
      const messages = await reading.window(from, limit);
      return { epoch: reading.layout.epoch, offset: from, total, messages };
    });
    return { ...value, damaged };
  }

  all(name: string): AsyncIterable<readonly T.Message[]> {
    return readAll(this.#access, name);
  }

  save(name: string, entries: readonly T.NewEntry[]): Promise<T.SaveResult> {
    return this.#saves.save(name, entries);
  }

  async summary(name: string): Promise<JsonValue | undefined> {
    return (await this.#summaries.read(name)).value;
  }

  setSummary(name: string, summary: JsonValue, mode: T.SummaryMode): Promise<T.SummaryResult> {
    return this.#summaries.set(name, summary, mode);
  }

  changeSummary(
    name: string,
    change: (summary: JsonValue | undefined) => JsonValue,
  ): Promise<T.SummaryResult> {
    return this.#summaries.change(name, change);
  }

  replacedSummaries(name: string): Promise<readonly T.ReplacedSummary[]> {
    return withStoreErrors(async () => this.#summaries.replaced(await this.#access.nameOf(name)));
  }

  async stats(name: string): Promise<T.DialogStats> {
    const { value, damaged } = await this.#access.read(
      name,
      async (reading) => {
        const { messages, bytes, lastTs = null } = await reading.totals();
        const { backups, damaged } = reading.layout;
        return { messages, bytes, lastTs, backups: backups.length, damaged };
      },
      'exact',
    );
    return {
      messages: value.messages,
      approxBytes: value.bytes,
      lastTs: value.lastTs,
      backups: value.backups,
      thresholds: thresholds(this.#access.context.limits),
      damaged: [...value.damaged, ...damaged.map(({ keptAs }) => keptAs)],
    };
  }

  async version(name: string): Promise<DialogVersion> {
    const { versionOf } = await import('./compact.ts');
    return (await this.#access.read(name, versionOf, 'exact')).value;
  }

  async compact(name: string, compaction: Compaction): Promise<Compacted> {
    const { compact } = await import('./compact.ts'); // not needed by hooks and most calls
    return this.#changeExisting(name, async (held) => {
      const result = await compact(this.#access, held, compaction);
      if (result.state === 'compacted') await this.#listener.replaced(held);
      return result;
    });
  }

  async clear(name: string): Promise<T.Cleared> {
    if (!(await this.#access.locate(name)).exists)
      return { dialog: await this.#access.nameOf(name), backup: undefined };
    return this.#access.change(name, async (held) => {
      const backup = await clear(this.#access, held);
      await this.#listener.replaced(held);
      return { dialog: held.name, backup };
    });
  }

  async removeMessages(name: string, removal: T.MessageRemoval): Promise<number> {
    const { removeMessages } = await import('./removeMessages.ts');
    if (!(await this.#access.locate(name)).exists) return 0;
    return this.#access.change(name, async (held) => {
      const removed = await removeMessages(this.#access, held, removal);
      if (removed > 0) await this.#listener.replaced(held);
      return removed;
    });
  }

  async reorder(name: string, order: T.MessageOrder): Promise<string | undefined> {
    const { reorder } = await import('./reorder.ts');
    return this.#changeExisting(name, async (held) => {
      const epoch = await reorder(this.#access, held, order);
      if (epoch !== undefined && epoch !== order.epoch) await this.#listener.replaced(held);
      return epoch;
    });
  }

  async backups(name: string): Promise<readonly T.Backup[]> {
    const { value } = await this.#access.read(name, (_, { folder }) => backupsOf(folder));
    return value;
  }

  async restoreBackup(name: string, id: string): Promise<T.Restored> {
    if (!(await this.#access.locate(name)).exists)
      throw unknownBackup(await this.#access.nameOf(name), id, []);
    return this.#access.change(name, async (held) => {
      const backup = await restore(this.#access, held, id);
      await this.#listener.replaced(held);
      return { dialog: held.name, restored: id, backup };
    });
  }

  async create(name: string): Promise<T.DialogInfo> {
    return this.#access.change(name, async (held) => {
      if (held.place.exists)
        throw new StoreError(
          'already_exists',
          `There is already a dialog "${held.name}". Choose another name.`,
        );
      const createdAt = await createDialog(this.#access, held, []);
      const { base, folder } = held.place;
      const made = { name: held.name, folder, createdAt, activeAt: createdAt };
      const found = await this.#list.info(base).catch(() => undefined); // it was created even if it cannot be read
      return found ?? { ...made, pinned: false, archived: false, tags: [] };
    });
  }

  async rename(name: string, to: string): Promise<T.DialogInfo> {
    const wanted = to === '' ? dialogName(to) : await this.#access.nameOf(to);
    return this.#changeExisting(name, async (held) => {
      const before = await this.#info(held.place.base, held.name);
      if (held.name === wanted) return before;
      return { ...before, name: wanted, folder: await rename(this.#access, held, wanted) };
    });
  }

  setLabels(name: string, change: Partial<T.DialogLabels>): Promise<Partial<T.DialogLabels>> {
    return this.#changeExisting(name, async (held) => {
      const info = await this.#info(held.place.base, held.name);
      return setLabels(this.#access, held, info, change);
    });
  }

  active(): Promise<T.ActiveDialog> {
    return withStoreErrors(() => activeDialog(this.#access.context.folder));
  }

  async setActive(name: string | undefined): Promise<void> {
    const dialog = name === undefined ? undefined : await this.#access.nameOf(name);
    if (dialog !== undefined && !(await this.#access.locate(dialog)).exists)
      throw await this.#missing(dialog);
    const { folder, isReadOnly, log, wrote } = this.#access.context;
    if (isReadOnly()) throw readOnlyError(folder);
    await withStoreErrors(async () => {
      if (!isTaken(folder)) return; // no dialog can be chosen, and there is no choice to reset
      await ensureHistoryFolder(folder);
      await setActiveDialog(folder, dialog, log);
      wrote(machineFolder);
    });
  }

  async #changeExisting<R>(name: string, work: (held: LockedDialog) => Promise<R>): Promise<R> {
    if (!(await this.#access.locate(name)).exists) throw await this.#missing(name);
    return this.#access.change(name, async (held) => {
      if (!held.place.exists) throw await this.#missing(name);
      return work(held);
    });
  }

  async #missing(name: string): Promise<StoreError> {
    const wanted = await this.#access.nameOf(name);
    return new StoreError('not_found', `There is no dialog "${wanted}".`, { dialog: name });
  }

  async #info(base: string, name: string): Promise<T.DialogInfo> {
    const info = await this.#list.info(base);
    if (info === undefined) throw new StoreError('not_found', `The dialog "${name}" was removed meanwhile.`);
    return info;
  }
}

/** Changes the given labels of a dialog and returns the change that reverts this. */
async function setLabels(
  access: DialogAccess,
  held: LockedDialog,
  { pinned, archived, tags }: T.DialogLabels,
  change: Partial<T.DialogLabels>,
): Promise<Partial<T.DialogLabels>> {
  const { tags: wanted, ...flags } = change;
  await updateDialogFile(access, held, { ...flags, ...(wanted && { tags: checkedTags(wanted) }) });
  return {
    ...(change.pinned !== undefined && { pinned }),
    ...(change.archived !== undefined && { archived }),
    ...(wanted && { tags }),
  };
}

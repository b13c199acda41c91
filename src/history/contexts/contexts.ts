import { defined, StoreError, errorMessage } from '../../disk/base/core.ts';
import type { DialogAccess, DialogListener } from '../dialogs/dialogAccess.ts';
import { createDialog, nameDialog } from '../dialogs/create.ts';
import { readLayout } from '../dialogs/layout.ts';
import type { DialogList } from '../dialogs/list.ts';
import { DialogSnapshot, type LockedDialog } from '../dialogs/dialogSnapshot.ts';
import type { Damage } from '../dialogs/types.ts';
import { withStoreErrors, tidy } from '../../disk/files/failure.ts';
import { confirmFolder } from '../../disk/files/folders.ts';
import type { StoreContext } from '../../disk/base/context.ts';
import { Trash } from '../../disk/files/trash.ts';
import { isChangeable } from '../../disk/files/historyFormat.ts';
import { splitAtCheckpoint, emptyReach, descriptionOf, startContext } from './active.ts';
import { ActiveFile } from './activeFile.ts';
import { ContextArchives, contextItem, contextTitle } from './archives.ts';
import { ContextCatalog } from './catalog.ts';
import { contextsDisabled } from './contextFiles.ts';
import { injectionText } from './injection.ts';
import { mergeTurns, trashedActive, trashedArchived, trashedContext, trashedTurns } from './trashed.ts';
import type * as T from './types.ts';

const defaultReason = 'completed';

/** All context snapshots of one store; the methods are documented at `ContextStore`. */
export class Contexts implements T.ContextStore, DialogListener {
  readonly #context: StoreContext;
  readonly #access: DialogAccess;
  readonly #catalog: ContextCatalog;
  readonly #active: ActiveFile;
  readonly #trash: Trash;

  constructor(access: DialogAccess, dialogs: DialogList) {
    this.#context = access.context;
    this.#access = access;
    this.#catalog = new ContextCatalog(access, dialogs);
    this.#active = new ActiveFile(access.context);
    this.#trash = new Trash(access.context.folder, access.context.clock);
  }

  get enabled(): boolean {
    return this.#context.limits.contexts.enabled;
  }

  /** Updates the stored active context after messages were saved; costs nothing if there is none. */
  async saved(held: LockedDialog): Promise<readonly Damage[]> {
    const damaged: Damage[] = [];
    await this.#follow(held, () => this.#currentContext(held, damaged));
    return damaged;
  }

  /** Keeps the active context after clear or restore; it continues with later messages. */
  async replaced(held: LockedDialog): Promise<void> {
    await this.#follow(held, async () => this.#active.rebase(held.place, await this.#snapshot(held)));
  }

  async #follow(held: LockedDialog, next: () => Promise<T.ActiveContext | undefined>): Promise<void> {
    if (!this.enabled || !this.#active.isWritten(held.place)) return;
    try {
      const context = await next();
      if (context === undefined) return;
      // Ensures that no context survives a power cut without its messages.
      await confirmFolder(held.place.folder, held.lease);
      await this.#active.write(held, context);
    } catch (error) {
      // The messages are stored; the next access completes the context from them.
      this.#context.log.warn(
        `cannot bring the active context of "${held.name}" up to date: ${errorMessage(error)}`,
      );
    }
  }

  async active(
    dialog: string,
  ): Promise<{ context: T.ActiveContext; damaged: readonly Damage[] } | undefined> {
    const { value } = await this.#access.read(dialog, async (reading, place) =>
      place.exists ? this.#active.current(place, reading) : undefined,
    );
    if (value?.damage === undefined) return value && { context: value.context, damaged: [] };
    if (this.#context.isReadOnly() || !isChangeable(this.#context.folder))
      return { context: value.context, damaged: [this.#active.unmoved(value.damage)] };
    return this.#access.change(dialog, async (held) => {
      const damaged: Damage[] = [];
      const context = await this.#currentContext(held, damaged);
      if (damaged.length > 0) await this.#active.write(held, context);
      return { context, damaged };
    });
  }

  async startNew(
    dialog: string,
    { title, reason }: { title?: string; reason?: string },
  ): Promise<T.NewContext> {
    this.#assertEnabled();
    return this.#access.change(dialog, async (held) => {
      const damaged = [...(await this.#assertDialog(held))];
      const old = await this.#currentContext(held, damaged);
      const { finished, pending } = splitAtCheckpoint(old);
      const begun = startContext(this.#context.clock.now(), old.meta.reach ?? emptyReach, pending, title);
      const { lastRequestId: id } = pending.length > 0 ? old.meta : {};
      const fresh = { ...begun, meta: { ...begun.meta, ...defined({ lastRequestId: id }) } };
      if (finished.length > 0) await this.#archive(held, old, pending.length, reason ?? defaultReason);
      const next = finished.length > 0 ? fresh : { ...old, ...defined({ title }) };
      const written = this.#active.write(held, next);
      // Once the old one is archived, the next reader starts the new one.
      if (finished.length > 0) await tidy(this.#context.log, 'write the new context', () => written);
      else await written;
      return {
        newContextId: next.contextId,
        ...(finished.length > 0 && { archivedContextId: old.contextId }),
        archivedTurns: finished.length,
        keptTurns: pending.length,
        droppedTurns: old.droppedTurns ?? 0,
        damaged,
      };
    });
  }

  list(dialog: string): Promise<readonly T.ContextItem[]> {
    return withStoreErrors(() => this.#catalog.list(dialog));
  }

  listAll(): Promise<readonly T.ListedContext[]> {
    return withStoreErrors(() => this.#catalog.listAll());
  }

  unreadable(dialog?: string): Promise<readonly Damage[]> {
    return withStoreErrors(() => this.#catalog.unreadable(dialog));
  }

  get(contextId: string): Promise<{ dialog: string; context: T.ArchivedContext }> {
    return withStoreErrors(() => this.#catalog.get(contextId));
  }

  find(dialog: string, query: string, limit: number): Promise<readonly T.FoundContext[]> {
    return withStoreErrors(() => this.#catalog.find(dialog, query, limit));
  }

  async injection(contextId: string, query: T.InjectionQuery): Promise<T.Injection> {
    this.#assertEnabled();
    const { dialog, context } = await this.get(contextId);
    const { text, omittedTurns } = injectionText(context, query, this.#context.language);
    return { dialog, contextId, title: contextTitle(context), mode: query.mode, text, omittedTurns };
  }

  async summarize(contextId: string, summary: string): Promise<T.ContextItem> {
    this.#assertEnabled();
    return this.#changeArchived(contextId, async (held, archives) => {
      const context = await archives.read(contextId);
      if (context === undefined) throw await this.#catalog.unknown(contextId);
      const summarized = { ...context, summary };
      await archives.write(summarized, held.lease);
      return contextItem(summarized);
    });
  }

  async clearActive(dialog: string): Promise<T.ClearedContext> {
    this.#assertEnabled();
    if (!(await this.#access.locate(dialog)).exists) return { cleared: 0, trashId: undefined, damaged: [] };
    return this.#access.change(dialog, async (held) => {
      const damaged: Damage[] = [];
      const old = await this.#currentContext(held, damaged);
      if (old.turns.length === 0) return { cleared: 0, trashId: undefined, damaged };
      const trashId = await trashedActive(this.#trash, held, old);
      await this.#active.write(held, startContext(this.#context.clock.now(), old.meta.reach ?? emptyReach));
      return { cleared: old.turns.length, trashId, damaged };
    });
  }

  async remove(contextId: string): Promise<T.TrashedContext> {
    return this.#changeArchived(contextId, async (held, archives) => {
      const [item, content] = [await archives.item(contextId), await archives.bytes(contextId)];
      if (content === undefined) throw await this.#catalog.unknown(contextId);
      const trashed = await trashedArchived(this.#trash, held, item, content);
      await archives.remove(contextId, held.lease);
      return trashed;
    });
  }

  async trash(dialog?: string): Promise<readonly T.TrashedContext[]> {
    const items = (await withStoreErrors(() => this.#trash.list())).flatMap(
      (item) => trashedContext(item) ?? [],
    );
    if (dialog === undefined) return items;
    const wanted = await this.#access.nameOf(dialog);
    return items.filter((item) => item.dialog === wanted);
  }

  async restore(trashId: string): Promise<T.TrashedContext> {
    const { item, content } = await this.#trashed(trashId);
    const cleared = item.kind === 'active' ? trashedTurns(item, content) : undefined;
    if (cleared === undefined) await this.#assertNowhere(item.contextId);
    await this.#access.change(item.dialog, async (held) => {
      await this.#assertDialog(held);
      if (cleared === undefined)
        await this.#archives(held.place.folder).put(item.contextId, content, held.lease);
      else
        await this.#active.write(
          held,
          mergeTurns(cleared, await this.#currentContext(held, []), this.#context.limits.contexts),
        );
      await tidy(this.#context.log, 'take what was restored out of the trash', () =>
        this.#trash.drop(trashId, held.place.folder),
      );
    });
    return item;
  }

  /** Throws `already_exists` for a snapshot that is in a dialog, as after this was renamed on another machine. */
  async #assertNowhere(contextId: string): Promise<void> {
    const there = (await this.#catalog.listAll()).find((item) => item.contextId === contextId);
    if (there === undefined) return;
    throw new StoreError(
      'already_exists',
      `The snapshot ${contextId} is in the dialog ${JSON.stringify(there.dialog)} already.`,
      { contextId, dialog: there.dialog },
    );
  }

  async #trashed(id: string): Promise<{ item: T.TrashedContext; content: Uint8Array }> {
    const { item, content } = await withStoreErrors(() => this.#trash.get(id));
    const context = trashedContext(item);
    if (context) return { item: context, content };
    throw new StoreError('invalid_argument', `${id} in the trash is not a context but ${item.kind}.`);
  }

  async #archive(
    held: LockedDialog,
    { meta, ...old }: T.ActiveContext,
    pending: number,
    reason: string,
  ): Promise<void> {
    const { finished } = splitAtCheckpoint({ ...old, meta });
    const { reach, lastRequestId } = meta;
    const archived: T.ArchivedContext = {
      ...old,
      status: 'archived',
      turns: finished,
      archivedAt: this.#context.clock.now(),
      archiveReason: reason,
      // The id of a pending request moves to the next context.
      meta: {
        ...(lastRequestId !== undefined && pending === 0 && { lastRequestId }),
        ...descriptionOf(finished),
      },
      ...(reach && {
        checkpoint: { ...reach, position: reach.position - pending, ts: finished.at(-1)?.ts ?? reach.ts },
      }),
    };
    await this.#archives(held.place.folder).write(archived, held.lease);
  }

  /** Returns the current active context; a damaged file is moved aside. */
  async #currentContext(held: LockedDialog, damaged: Damage[]): Promise<T.ActiveContext> {
    const current = await this.#active.current(held.place, await this.#snapshot(held));
    if (current.damage !== undefined) damaged.push(await this.#active.moveAside(held, current.damage));
    return current.context;
  }

  /** Reads the dialog after the latest writes. */
  async #snapshot({ place }: LockedDialog): Promise<DialogSnapshot> {
    return new DialogSnapshot(place.base, await readLayout(place.folder), this.#access.index);
  }

  async #changeArchived<R>(
    contextId: string,
    work: (held: LockedDialog, archives: ContextArchives) => Promise<R>,
  ): Promise<R> {
    const dialog = await withStoreErrors(() => this.#catalog.dialogOf(contextId));
    return this.#access.change(dialog, async (held) => {
      const archives = this.#archives(held.place.folder);
      return work(held, archives);
    });
  }

  /** Creates the dialog if needed, as contexts may begin before the first message. */
  async #assertDialog(held: LockedDialog): Promise<readonly Damage[]> {
    if (!held.place.exists) await createDialog(this.#access, held, []);
    return held.place.exists && !held.place.named ? nameDialog(this.#access, held) : [];
  }

  #archives(folder: string): ContextArchives {
    return new ContextArchives(this.#context, folder);
  }

  #assertEnabled(): void {
    if (!this.enabled) throw contextsDisabled();
  }
}

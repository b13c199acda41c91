import { isObject, StoreError } from '../disk/base/core.ts';
import { ContextArchives } from '../history/contexts/archives.ts';
import { followDeletion } from '../history/dialogs/dialogTrash.ts';
import type { LockedDialog } from '../history/dialogs/dialogSnapshot.ts';
import type { DialogLabels, Message } from '../history/dialogs/types.ts';
import { saveMessages } from './applyMessages.ts';
import { goneFolder, type HubJournal } from './journal.ts';
import { localFolders, type LocalHistory } from './localHistory.ts';
import { followRename } from './followRename.ts';
import { MessageRecords } from './messageRecords.ts';
import type { KnownMessage } from './messageVersions.ts';
import type { PulledRecord } from './types.ts';
import { isRestored, keyOf, replaces } from './versions.ts';

/** What to delete from a dialog. */
interface PendingDeletion {
  /** By their ids in the hub. */
  readonly messages: Map<string, PulledRecord>;
  /** Summary and context snapshots. */
  readonly items: PulledRecord[];
  /** The dialog was deleted or renamed, not just cleared. */
  isWhole: boolean;
  /** Its new name if it was renamed. */
  now?: string;
}

/** Maximum number of restored messages collected. */
const maxRestored = 5_000;

/**
 * Collects from all pages what the person's other machines deleted and restored, so that each dialog changes once and
 * moves to the trash as a whole.
 */
export class RemoteDeletions {
  readonly #local: LocalHistory;
  readonly #journal: HubJournal;
  readonly #dialogs = new Map<string, PendingDeletion>();
  /** Restored messages by their ids in the hub. */
  readonly #restored = new Map<string, PulledRecord>();
  /** Names given to dialogs here, and those that other machines gave them later. */
  readonly #renamed = new Map<string, string>();

  constructor(local: LocalHistory, journal: HubJournal) {
    this.#local = local;
    this.#journal = journal;
  }

  get isEmpty(): boolean {
    return this.#dialogs.size === 0 && this.#restored.size === 0 && this.#renamed.size === 0;
  }

  get isFull(): boolean {
    return this.#restored.size >= maxRestored;
  }

  /** Takes deletions and restored messages, and returns the other records. Changes nothing yet. */
  collect(records: readonly PulledRecord[]): readonly PulledRecord[] {
    return records.filter((record) => {
      const { kind, id, body, deleted } = record;
      const { dialog, whole, now } = isObject(body) ? body : {};
      if (typeof dialog !== 'string') return kind !== 'message' || !deleted;
      if (kind === 'message' && (deleted || isRestored(record))) {
        const known = this.#journal.messages.get(id);
        const later = deleted ? laterName(record, known) : undefined;
        if (later !== undefined && known?.now !== undefined) this.#renamed.set(known.now, later);
        if (!replaces(record, known)) return false;
        this.#restored.delete(id);
        for (const pending of this.#dialogs.values()) pending.messages.delete(id);
        if (!deleted) this.#restored.set(id, record);
        else {
          const pending = this.#pending(dialog, whole === true);
          pending.messages.set(id, record);
          if (typeof now === 'string') pending.now = now;
        }
        return false;
      }
      // Drops messages written before their deletion that arrive late.
      if (kind === 'message') return this.#journal.messages.get(id)?.isGone !== true;
      if (!deleted || (kind !== 'summary' && kind !== 'context')) return true;
      this.#pending(dialog, false).items.push(record);
      return false;
    });
  }

  /**
   * Applies what was collected; backups and the trash keep what is removed. Returns how many records changed
   * something.
   */
  async apply(): Promise<number> {
    let applied = 0;
    const restored = [...this.#restored.values()];
    for (const record of restored) this.#pending(dialogOf(record), false);
    await this.#followSnapshots();
    for (const [dialog, pending] of this.#dialogs) applied += await this.#applyTo(dialog, pending);
    applied += await saveMessages(this.#local, this.#journal, restored);
    for (const dialog of new Set(restored.map(dialogOf)))
      this.#journal.setUnordered((await this.#local.access.locate(dialog)).base, 0); // between those that stayed
    for (const { id, time, body } of restored)
      this.#journal.messages.set(id, { time, dialog: dialogOf({ body }), isGone: false });
    for (const [from, to] of this.#renamed) await followRename(this.#local, this.#journal, { from, to });
    this.#dialogs.clear();
    this.#restored.clear();
    this.#renamed.clear();
    return applied;
  }

  #pending(dialog: string, isWhole: boolean): PendingDeletion {
    const pending = this.#dialogs.get(dialog) ?? { messages: new Map(), items: [], isWhole: false };
    pending.isWhole ||= isWhole;
    this.#dialogs.set(dialog, pending);
    return pending;
  }

  /**
   * Moves deletions of snapshots to the dialog that has them here. Their ids are their own, while the name of their
   * dialog may be another one there: it was renamed before, which may be among these deletions.
   */
  async #followSnapshots(): Promise<void> {
    const isSnapshot = ({ kind }: PulledRecord): boolean => kind === 'context';
    const named = [...this.#dialogs].filter(([, { items }]) => items.some(isSnapshot));
    if (named.length === 0) return;
    const names = await localFolders(this.#local);
    for (const [dialog, { items }] of named)
      for (const record of items.filter(isSnapshot)) {
        const here = names.get(this.#journal.folderOf(keyOf(record)) ?? '');
        if (here === undefined || here === dialog) continue;
        items.splice(items.indexOf(record), 1);
        this.#pending(here, false).items.push(record);
      }
  }

  async #applyTo(dialog: string, pending: PendingDeletion): Promise<number> {
    const { base, exists } = await this.#local.access.locate(dialog);
    const items = pending.items.filter((record) =>
      replaces(record, this.#journal.known(base, keyOf(record))),
    );
    const applied = exists ? await this.#change(dialog, { ...pending, items }) : 0;
    for (const [id, { time }] of pending.messages)
      this.#journal.messages.set(id, { time, dialog, isGone: true });
    for (const record of items) {
      const { time, author } = record;
      this.#journal.dropItem(base, keyOf(record));
      this.#journal.setItem(goneFolder, keyOf(record), { time, author, digest: '', name: dialog });
    }
    // Everything is compared again if it is restored from the trash.
    if (applied > 0) this.#journal.setMessages(base, { epoch: '', count: 0 });
    return applied;
  }

  async #change(dialog: string, pending: PendingDeletion): Promise<number> {
    const { dialogs, contexts, access } = this.#local;
    const all = pending.messages.size + pending.items.length;
    if (pending.isWhole) {
      const labels = await dialogs.overview(dialog);
      const { name, chosen } = await dialogs.active();
      const isActive = chosen && name === dialog;
      if (
        await followDeletion(access, dialog, (held) =>
          this.#isAll(held, pending, this.#isGone(dialog, pending)),
        )
      ) {
        if (pending.now !== undefined && labels) await this.#relabel(pending.now, labels, isActive);
        return all;
      }
    }
    const summary = pending.items.some(({ kind }) => kind === 'summary');
    const isGone = this.#isGone(dialog, pending);
    let applied = await dialogs.removeMessages(dialog, { isGone, summary });
    for (const { kind, id } of pending.items) {
      if (kind === 'context') await contexts.remove(id).catch(unlessMissing);
      applied++;
    }
    return applied;
  }

  /** Keeps labels and the active dialog across a renaming on another machine. */
  async #relabel(name: string, { pinned, archived, tags }: DialogLabels, isActive: boolean): Promise<void> {
    const { dialogs } = this.#local;
    const now = await dialogs.overview(name);
    if (now === undefined) return;
    const isBare = !now.pinned && !now.archived && now.tags.length === 0;
    if (isBare && (pinned || archived || tags.length > 0))
      await dialogs.setLabels(name, { pinned, archived, tags });
    if (isActive) await dialogs.setActive(name);
  }

  /**
   * Returns a test for the messages of a dialog, in their order, that were deleted, or replaced by a restored one: a
   * message with an id of its own may have been rewritten.
   */
  #isGone(dialog: string, { messages }: PendingDeletion): (message: Message) => boolean {
    const records = new MessageRecords(this.#local, dialog, this.#journal);
    return (message) => {
      const { id, text } = records.of(message);
      if (messages.has(id)) return true;
      const restored = this.#restored.get(id);
      const { message: now } = isObject(restored?.body) ? restored.body : {};
      return isObject(now) && (now.text !== text || now.role !== message.role);
    };
  }

  /** Reports whether nothing of the dialog remains, that is, no one continued it here. */
  async #isAll(
    { reading, place }: LockedDialog,
    { items }: PendingDeletion,
    isGone: (message: Message) => boolean,
  ): Promise<boolean> {
    if (reading.layout.summary && !items.some(({ kind }) => kind === 'summary')) return false;
    for (const id of await new ContextArchives(this.#local.context, place.folder).ids())
      if (!items.some((item) => item.kind === 'context' && item.id === id)) return false;
    for (let part = 0; part <= reading.layout.sealed.length; part++)
      if (!(await reading.part(part)).every(isGone)) return false;
    return reading.damage.length === 0;
  }
}

/** Returns the name that another machine gave to the dialog of a message after it was given another name here. */
function laterName({ time, body }: PulledRecord, known: KnownMessage | undefined): string | undefined {
  const { now } = isObject(body) ? body : {};
  if (typeof now !== 'string' || known?.now === undefined || known.now === now) return undefined;
  return known.isGone && time >= known.time ? now : undefined;
}

const dialogOf = ({ body }: Pick<PulledRecord, 'body'>): string =>
  isObject(body) && typeof body.dialog === 'string' ? body.dialog : '';

function unlessMissing(error: unknown): void {
  if (!(error instanceof StoreError) || error.code !== 'not_found') throw error;
}

import { isObject, StoreError } from '../base/core.ts';
import { ContextArchives } from '../contexts/archives.ts';
import { followDeletion } from '../dialogs/dialogTrash.ts';
import type { LockedDialog } from '../dialogs/dialogAccess.ts';
import type { DialogLabels, Message } from '../dialogs/types.ts';
import { saveMessages } from './applyMessages.ts';
import { gonePlace, type HubJournal } from './journal.ts';
import { messageRecord, type LocalHistory } from './localHistory.ts';
import type { PulledRecord } from './types.ts';
import { isBack, keyOf, takesPlace } from './versions.ts';

/** What is to go from a dialog. */
interface Going {
  /** By their ids in the hub. */
  readonly messages: Map<string, PulledRecord>;
  /** Summary and context snapshots. */
  readonly items: PulledRecord[];
  /** It was deleted or renamed, and not only cleared. */
  isWhole: boolean;
  /** What it is called now, where it was renamed. */
  now?: string;
}

/** So many messages that are back are held at the most. */
const mostBack = 5_000;

/**
 * What other machines of the person deleted, and brought back, of dialogs: collected from all pages, so that a dialog is changed once, and goes
 * into the trash as a whole where it goes as a whole.
 */
export class GoneElsewhere {
  readonly #local: LocalHistory;
  readonly #journal: HubJournal;
  readonly #dialogs = new Map<string, Going>();
  /** By their ids in the hub. */
  readonly #back = new Map<string, PulledRecord>();

  constructor(local: LocalHistory, journal: HubJournal) {
    this.#local = local;
    this.#journal = journal;
  }

  get isEmpty(): boolean {
    return this.#dialogs.size === 0 && this.#back.size === 0;
  }

  get isFull(): boolean {
    return this.#back.size >= mostBack;
  }

  /** Gives the records that are none of these. Nothing is changed yet. */
  collect(records: readonly PulledRecord[]): readonly PulledRecord[] {
    return records.filter((record) => {
      const { kind, id, body, deleted } = record;
      const { dialog, whole, now } = isObject(body) ? body : {};
      if (typeof dialog !== 'string') return kind !== 'message' || !deleted;
      if (kind === 'message' && (deleted || isBack(record))) {
        if (!takesPlace(record, this.#journal.messages.get(id))) return false;
        this.#back.delete(id);
        for (const going of this.#dialogs.values()) going.messages.delete(id);
        if (!deleted) this.#back.set(id, record);
        else {
          const going = this.#going(dialog, whole === true);
          going.messages.set(id, record);
          if (typeof now === 'string') going.now = now;
        }
        return false;
      }
      // What was written before it was deleted, and comes late.
      if (kind === 'message') return this.#journal.messages.get(id)?.isGone !== true;
      if (!deleted || (kind !== 'summary' && kind !== 'context')) return true;
      this.#going(dialog, false).items.push(record);
      return false;
    });
  }

  /** Changes what was collected; what goes is in backups and in the trash. Gives how many records changed something. */
  async apply(): Promise<number> {
    let applied = 0;
    const back = [...this.#back.values()];
    for (const record of back) this.#going(dialogOf(record), false);
    for (const [dialog, going] of this.#dialogs) applied += await this.#applyTo(dialog, going);
    applied += await saveMessages(this.#local, this.#journal, back);
    for (const { id, time, body } of back)
      this.#journal.messages.set(id, { time, dialog: dialogOf({ body }), isGone: false });
    this.#dialogs.clear();
    this.#back.clear();
    return applied;
  }

  #going(dialog: string, isWhole: boolean): Going {
    const going = this.#dialogs.get(dialog) ?? { messages: new Map(), items: [], isWhole: false };
    going.isWhole ||= isWhole;
    this.#dialogs.set(dialog, going);
    return going;
  }

  async #applyTo(dialog: string, going: Going): Promise<number> {
    const { base, exists } = await this.#local.access.locate(dialog);
    const items = going.items.filter((record) =>
      takesPlace(record, this.#journal.known(base, keyOf(record))),
    );
    const applied = exists ? await this.#change(dialog, { ...going, items }) : 0;
    for (const [id, { time }] of going.messages)
      this.#journal.messages.set(id, { time, dialog, isGone: true });
    for (const record of items) {
      const { time, author } = record;
      this.#journal.dropItem(base, keyOf(record));
      this.#journal.setItem(gonePlace, keyOf(record), { time, author, digest: '', name: dialog });
    }
    // Where it is taken out of the trash, all of it is compared.
    if (applied > 0) this.#journal.setMessages(base, { epoch: '', count: 0 });
    return applied;
  }

  async #change(dialog: string, going: Going): Promise<number> {
    const { dialogs, contexts, access } = this.#local;
    const isGone = (message: Message): boolean => this.#isGone(dialog, message, going);
    const all = going.messages.size + going.items.length;
    if (going.isWhole) {
      const labels = await dialogs.overview(dialog);
      const { name, chosen } = await dialogs.active();
      const isActive = chosen && name === dialog;
      if (await followDeletion(access, dialog, (held) => this.#isAll(held, going, isGone))) {
        if (going.now !== undefined && labels) await this.#relabel(going.now, labels, isActive);
        return all;
      }
    }
    const summary = going.items.some(({ kind }) => kind === 'summary');
    let applied = await dialogs.removeMessages(dialog, { isGone, summary });
    for (const { kind, id } of going.items) {
      if (kind === 'context') await contexts.remove(id).catch(unlessMissing);
      applied++;
    }
    return applied;
  }

  /** A dialog that was renamed elsewhere stays what it was to the person: pinned, archived, tagged, the active one. */
  async #relabel(name: string, { pinned, archived, tags }: DialogLabels, isActive: boolean): Promise<void> {
    const { dialogs } = this.#local;
    const now = await dialogs.overview(name);
    if (now === undefined) return;
    const isBare = !now.pinned && !now.archived && now.tags.length === 0;
    if (isBare && (pinned || archived || tags.length > 0))
      await dialogs.setLabels(name, { pinned, archived, tags });
    if (isActive) await dialogs.setActive(name);
  }

  /** It was deleted, or is another one now: a message with an id of its own may have been written anew. */
  #isGone(dialog: string, message: Message, { messages }: Going): boolean {
    const { id, text } = messageRecord(this.#local, dialog, message, this.#journal);
    if (messages.has(id)) return true;
    const back = this.#back.get(id);
    const { message: now } = isObject(back?.body) ? back.body : {};
    return isObject(now) && (now.text !== text || now.role !== message.role);
  }

  /** Whether nothing of a dialog stays: nobody went on with it here. */
  async #isAll(
    { reading, place }: LockedDialog,
    { items }: Going,
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

const dialogOf = ({ body }: Pick<PulledRecord, 'body'>): string =>
  isObject(body) && typeof body.dialog === 'string' ? body.dialog : '';

function unlessMissing(error: unknown): void {
  if (!(error instanceof StoreError) || error.code !== 'not_found') throw error;
}

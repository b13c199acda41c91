import {
  type DialogHeader,
  type DialogPaneAction,
  type DialogPaneContent,
  type DialogPaneState,
  type DialogPaneMessage,
  parseDialogPaneAction,
} from '../../src/protocol/dialogPane.ts';
import { dialogPaneStrings, type DialogPaneStrings } from '../../src/protocol/dialogPaneStrings.ts';
import { holds, summaryPosition } from '../../src/protocol/find.ts';
import { isFiltered, usualKinds, type MessageKind } from '../../src/protocol/messageKinds.ts';
import { defined, type Json } from '../../src/protocol/json.ts';
import type { Gone } from '../../src/protocol/paneMessages.ts';
import { type EntryRef, type SummaryDraft, applyEdits } from '../../src/protocol/summaryEdits.ts';
import { sampleMessage } from './sampleDialog.ts';

const usualName = 'Nightly import';

export interface ScriptedDialog {
  readonly total: number;
  readonly name?: string;
  readonly message?: (position: number) => DialogPaneMessage;
  readonly summary?: Json;
  /** What was changed in the summary before the page began, and not saved. */
  readonly draft?: SummaryDraft;
  readonly header?: Partial<DialogHeader>;
  readonly gone?: Gone | undefined;
  readonly locale?: string;
  readonly strings?: DialogPaneStrings;
  /** Milliseconds until an answer to `window` is sent. */
  readonly delay?: number;
}

/** Stands in for the extension: keeps to the protocol, answers from a dialog in memory and notes every action. */
export class ScriptedExtension {
  readonly actions: DialogPaneAction[] = [];
  /** Messages that were no action of the protocol. */
  readonly refused: unknown[] = [];
  #answering = 0;
  #dialog: ScriptedDialog;
  #epoch = 1;
  #query = '';
  #draftsSeen = 0;
  #kinds: readonly MessageKind[] = usualKinds;
  #start: number | undefined;
  readonly #drafts = new Map<string, SummaryDraft>();
  /** Where the reader was in each dialog. */
  readonly #left = new Map<string, number | undefined>();
  /** Whether what is to be saved cannot be. */
  failsToSave = false;
  readonly #post: (content: DialogPaneContent) => Promise<void>;

  constructor(dialog: ScriptedDialog, post: (content: DialogPaneContent) => Promise<void>) {
    this.#dialog = dialog;
    this.#post = post;
    if (dialog.draft) this.#drafts.set(dialog.name ?? usualName, dialog.draft);
  }

  /** Takes a message of the pane. */
  async receive(message: unknown): Promise<void> {
    const action = parseDialogPaneAction(message);
    if (action === undefined) {
      this.refused.push(message);
      return;
    }
    if (action.type === 'place') {
      this.#left.set(action.resource.dialog, action.at);
      return;
    }
    this.actions.push(action);
    if (action.type === 'ready') await this.#post(this.#newest());
    if (action.type === 'find') {
      this.#query = action.query;
      await this.#post(this.#newest());
    }
    if (action.type === 'filter') {
      this.#kinds = action.kinds;
      this.#start = action.at;
      if (this.all('ready').length > 0) await this.#post(this.#newest());
      this.#start = undefined;
    }
    if (action.type === 'draftSummary') this.#keep(action);
    if (action.type === 'saveSummary') await this.#save();
    if (action.type !== 'window') return;
    this.#answering++;
    await new Promise((resolve) => setTimeout(resolve, this.#dialog.delay ?? 0));
    await this.#post(this.#state(action.offset, action.limit));
    this.#answering--;
  }

  #keep({ resource: { dialog }, draft }: Extract<DialogPaneAction, { type: 'draftSummary' }>): void {
    this.#draftsSeen++;
    if (draft) this.#drafts.set(dialog, draft);
    else this.#drafts.delete(dialog);
  }

  /** As the extension does: where saving fails, the draft stays. */
  async #save(): Promise<void> {
    const name = this.#dialog.name ?? usualName;
    const { edits = [] } = this.#drafts.get(name) ?? {};
    if (this.failsToSave) return;
    this.#drafts.delete(name);
    await this.change({ summary: applyEdits(this.#dialog.summary, edits) });
  }

  /** Whether the pane has been sent all it asked for. */
  get idle(): boolean {
    return this.#answering === 0;
  }

  /** The actions of one type so far. */
  all<T extends DialogPaneAction['type']>(type: T): Extract<DialogPaneAction, { type: T }>[] {
    return this.actions.filter(
      (action): action is Extract<DialogPaneAction, { type: T }> => action.type === type,
    );
  }

  /** Changes the dialog and sends the new state, as after a write of an agent. */
  async change(
    changes: Partial<ScriptedDialog>,
    options: { clear?: boolean; reveal?: number; entry?: EntryRef; start?: number } = {},
  ): Promise<void> {
    this.#start = options.start ?? (changes.name === undefined ? undefined : this.#left.get(changes.name));
    this.#dialog = { ...this.#dialog, ...changes };
    if (options.clear) this.#epoch++;
    const reveal = options.entry ? summaryPosition : options.reveal;
    const revealEntry = options.entry;
    const state = reveal === undefined ? this.#newest() : this.#state(Math.max(0, reveal - 50), 100);
    this.#start = undefined;
    await this.#post({ ...state, ...defined({ reveal, revealEntry }) });
  }

  /** The summary as it is stored. */
  get summary(): Json | undefined {
    return this.#dialog.summary;
  }

  /** Sends that the dialog cannot be read. */
  async fail(reason: string, restorable = false): Promise<void> {
    const { resource, locale, strings } = this.#newest();
    await this.#post({ type: 'failure', resource, reason, restorable, locale, strings });
  }

  #newest(): DialogPaneState {
    const at = this.#start;
    return this.#state(Math.max(0, at === undefined ? this.#rows - 100 : this.#rowFrom(at) - 50), 100);
  }

  /** The places of the messages that the filter leaves; undefined for all of them, of which there may be a million. */
  get #places(): readonly number[] | undefined {
    if (!isFiltered(this.#kinds)) return undefined;
    const { total, message = sampleMessage } = this.#dialog;
    const all = Array.from({ length: total }, (_, position) => position);
    return all.filter((position) => this.#kinds.includes(message(position).role));
  }

  #rowFrom(at: number): number {
    return this.#places?.findIndex((place) => place >= at) ?? at;
  }

  get #rows(): number {
    return this.#places?.length ?? this.#dialog.total;
  }

  #state(offset: number, limit: number): DialogPaneState {
    const { message = sampleMessage, summary, locale, strings, gone, name = usualName } = this.#dialog;
    const [filtered, total] = [this.#places, this.#rows];
    const count = Math.max(0, Math.min(limit, total - offset));
    const rows = Array.from({ length: count }, (_, index) => offset + index);
    const draft = this.#drafts.get(name);
    return {
      type: 'state',
      resource: { folder: '/project', dialog: name },
      header: { ...this.#header(name, this.#dialog.total, message), ...this.#dialog.header },
      ...(summary === undefined ? {} : { summary }),
      ...defined({ gone }),
      ...(draft && { draft }),
      draftsSeen: this.#draftsSeen,
      ...(this.#query !== '' && { find: { query: this.#query, matches: this.#matches() } }),
      window: {
        epoch: `${this.#epoch} ${this.#kinds.join()}`,
        offset,
        total,
        messages: rows.map((row) => {
          const at = filtered?.[row] ?? row;
          return { ...message(at), position: row, ...(at !== row && { at }) };
        }),
      },
      filter: {
        kinds: this.#kinds,
        ...(this.#start !== undefined && { start: this.#rowFrom(this.#start) }),
      },
      locale: locale ?? 'en',
      strings: strings ?? dialogPaneStrings,
    };
  }

  #matches(): number[] {
    const { message = sampleMessage } = this.#dialog;
    const { total } = this.#dialog;
    const rows = [...(this.#places ?? Array.from({ length: total }, (_, place) => place)).entries()];
    return rows.flatMap(([row, place]) => (holds(message(place).text, this.#query) ? [row] : []));
  }

  #header(name: string, total: number, message: (position: number) => DialogPaneMessage): DialogHeader {
    const times = total === 0 ? {} : { firstTs: message(0).ts, lastTs: message(total - 1).ts };
    return {
      name,
      messages: total,
      bytes: total * 420,
      ...times,
      thresholds: { maxMessages: 200, maxBytes: 65_536 },
      activity: [3, 5, 2, 0, 0, 8, 13, 9, 4, 6, 1, 0, 2, 7, 12, 16, 11, 5, 3, 9, 14, 6],
      pinned: false,
      backups: 1,
      damaged: [],
      editable: true,
    };
  }
}

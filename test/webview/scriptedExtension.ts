import {
  type DialogHeader,
  type DialogPaneAction,
  type DialogPaneContent,
  type DialogPaneState,
  type DialogPaneMessage,
  parseDialogPaneAction,
} from '../../src/protocol/dialogPane.ts';
import { dialogPaneStrings, type DialogPaneStrings } from '../../src/protocol/dialogPaneStrings.ts';
import { holds } from '../../src/protocol/find.ts';
import type { Json } from '../../src/protocol/json.ts';
import { type SummaryDraft, applyEdits } from '../../src/protocol/summaryEdits.ts';
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
  readonly #drafts = new Map<string, SummaryDraft>();
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
    this.actions.push(action);
    if (action.type === 'ready') await this.#post(this.#newest());
    if (action.type === 'find') {
      this.#query = action.query;
      await this.#post(this.#newest());
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
    options: { clear?: boolean; reveal?: number } = {},
  ): Promise<void> {
    this.#dialog = { ...this.#dialog, ...changes };
    if (options.clear) this.#epoch++;
    const reveal = options.reveal;
    const state = reveal === undefined ? this.#newest() : this.#state(Math.max(0, reveal - 50), 100);
    await this.#post(reveal === undefined ? state : { ...state, reveal });
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
    return this.#state(Math.max(0, this.#dialog.total - 100), 100);
  }

  #state(offset: number, limit: number): DialogPaneState {
    const { total, message = sampleMessage, summary, locale, strings, name = usualName } = this.#dialog;
    const count = Math.max(0, Math.min(limit, total - offset));
    const draft = this.#drafts.get(name);
    return {
      type: 'state',
      resource: { folder: '/project', dialog: name },
      header: { ...this.#header(name, total, message), ...this.#dialog.header },
      ...(summary === undefined ? {} : { summary }),
      ...(draft && { draft }),
      draftsSeen: this.#draftsSeen,
      ...(this.#query !== '' && { find: { query: this.#query, matches: this.#matches() } }),
      window: {
        epoch: String(this.#epoch),
        offset,
        total,
        messages: Array.from({ length: count }, (_, index) => message(offset + index)),
      },
      locale: locale ?? 'en',
      strings: strings ?? dialogPaneStrings,
    };
  }

  #matches(): number[] {
    const { total, message = sampleMessage } = this.#dialog;
    const all = Array.from({ length: total }, (_, position) => position);
    return all.filter((position) => holds(message(position).text, this.#query));
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

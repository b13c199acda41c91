import { defined } from '../../disk/base/core.ts';
import { basename } from 'node:path';
import { commands } from 'vscode';
import type { Drafted, OwnAction } from '../../protocol/paneMessages.ts';
import {
  parseDialogPaneAction,
  parseDialogPaneMemory,
  type DialogCommand,
  type EntryCommand,
  type DialogPaneAction,
  type DialogPaneContent,
  type DialogResource,
} from '../../protocol/dialogPane.ts';
import { PageDrafts } from '../panes/drafts.ts';
import { usualWindow, type MessageOptions, type WantedWindow } from '../panes/showing.ts';
import type { Pane, PaneParts, Restore } from '../panes/pane.ts';
import { chooseDay } from '../panes/chooseDay.ts';
import { firstSince, type Timeline } from '../panes/timeline.ts';
import { gone } from '../base/place.ts';
import { definePaneKind, type WindowServices } from '../panes/panes.ts';
import { DialogActivity } from './dialogActivity.ts';
import { DialogFinding } from './dialogFinding.ts';
import type { MessageDocuments } from './messageDocuments.ts';
import { dialogFailure, frozenDialog, readPaneState } from './dialogPaneState.ts';
import type { EntryRef, SummaryDraft } from '../../protocol/summaryEdits.ts';
import type { SummaryDrafts } from './dialogDrafts.ts';
import { type DialogTarget, targetOf } from '../base/pick.ts';
import { summaryPosition, type PaneFind } from '../../protocol/find.ts';
import type { MessageKind } from '../../protocol/messageKinds.ts';
import { copyMarkdown, copyMessage } from './copyMessages.ts';
import { newest, type DialogPlaces } from './dialogPlaces.ts';
import { DialogRows } from './dialogRows.ts';

type DialogAction = OwnAction<DialogPaneAction>;

const commandIds: Readonly<Record<DialogCommand, string>> = {
  clear: 'historyStore.clearDialog',
  compact: 'historyStore.compactDialog',
  continueDialog: 'historyStore.continueDialog',
  continueIn: 'historyStore.continueDialogIn',
  copyHistory: 'historyStore.copyDialogHistory',
  copyLink: 'historyStore.copyLink',
  share: 'historyStore.share',
  restoreBackup: 'historyStore.restoreBackup',
  export: 'historyStore.exportDialog',
  reveal: 'historyStore.revealFiles',
  togglePin: 'historyStore.togglePin',
};

const entryCommandIds: Readonly<Record<EntryCommand, string>> = {
  done: 'historyStore.markEntryDone',
  open: 'historyStore.markEntryOpen',
  promote: 'historyStore.promoteEntry',
  copyLink: 'historyStore.copyLink',
  share: 'historyStore.share',
  openMessage: 'historyStore.openEntryMessage',
};

/** What a dialog pane requires. */
export interface DialogPaneServices extends WindowServices {
  readonly drafts: SummaryDrafts;
  readonly documents: MessageDocuments;
  readonly places: DialogPlaces;
}

/** An editor tab that shows a dialog. */
export type DialogPane = Pane<DialogTarget, DialogPaneContent, DialogAction, MessageOptions>;

type Parts = PaneParts<DialogTarget, DialogPaneContent, DialogAction, MessageOptions>;

/** The part of a dialog that a pane shows, and what its page asks for. */
class ShownDialog implements Parts {
  readonly #pane: DialogPane;
  readonly #services: DialogPaneServices;
  readonly #drafts: PageDrafts<DialogTarget, SummaryDraft, DialogResource>;
  readonly #activity = new DialogActivity();
  #reveal: number | undefined;
  #entry: EntryRef | undefined;
  #finding: DialogFinding | undefined;
  #rows: DialogRows;
  /** Index of the message to start at. */
  #start: number | undefined;
  /** Whether the page has a state of the dialog. */
  #shown = false;
  /** Whether the dialog was read while it existed. */
  #wasRead = false;

  constructor(pane: DialogPane, services: DialogPaneServices) {
    this.#pane = pane;
    this.#services = services;
    this.#rows = rowsOf(pane.target);
    const named = (resource: DialogResource) => targetOf(resource, services.projects);
    this.#drafts = pane.register(new PageDrafts(pane, services.drafts, named));
    pane.register({ dispose: () => this.#find('') });
  }

  readonly show = (target: DialogTarget, { position, entry }: MessageOptions = {}): void => {
    this.#reveal = position;
    this.#entry = entry;
    this.#pane.follow(target);
  };

  readonly leave = (next: DialogTarget): void => {
    this.#find('');
    this.#rows = rowsOf(next);
    this.#start = this.#services.places.of(next);
    this.#shown = false;
    this.#wasRead = false;
  };

  /** A new page has no search. */
  readonly begin = (): void => {
    this.#start = this.#services.places.of(this.#pane.target);
    this.#shown = false;
    this.#drafts.begin();
    this.#find('');
  };

  readonly read = (target: DialogTarget) => this.#read(target);

  readonly keepPlace = (): (() => unknown) => {
    const at = this.#services.places.of(this.#pane.target);
    return () => (this.#start = at ?? newest);
  };

  /** Keeps what is shown and being typed; otherwise the pane shows the problem. */
  readonly failure = (target: DialogTarget, error: unknown): Promise<DialogPaneContent> => {
    if (this.#shown) throw error;
    return dialogFailure(target, error);
  };

  readonly frozen = (content: DialogPaneContent, target: DialogTarget): DialogPaneContent =>
    content.type === 'state' ? { ...frozenDialog(content), ...this.#drafts.reported(target) } : content;

  async #read(target: DialogTarget, asked?: WantedWindow, filterStart?: number) {
    const [place, revealEntry, pending] = [this.#reveal, this.#entry, this.#start];
    const reveal = await this.#rowToReveal(target, place);
    const rows = this.#rows;
    const start = filterStart ?? (place === undefined ? pending : undefined);
    const first = start === undefined || start === newest ? undefined : await rows.rowFrom(start);
    const wanted =
      (place === undefined && pending === undefined ? asked : undefined) ?? usualWindow(reveal ?? first);
    const drafted = (): Drafted<SummaryDraft> => this.#drafts.reported(target);
    const read = await readPaneState(target, { wanted, rows, start }, this.#activity, drafted);
    const { epoch, folder, state } = read;
    if (rows !== this.#rows) return undefined; // the filter has changed, and its state follows
    if (folder === undefined && this.#wasRead) throw gone();
    this.#wasRead = folder !== undefined;
    const find = this.#found(epoch);
    return {
      content: { ...state, ...defined({ find, reveal, revealEntry }) },
      title: target.dialog,
      folder: folder && basename(folder),
      gone: folder === undefined,
      arrived: () => {
        if (this.#reveal === place) this.#reveal = undefined;
        if (this.#entry === revealEntry) this.#entry = undefined;
        if (this.#start === pending) this.#start = undefined;
        this.#shown = true;
        const { messages: total } = state.header;
        if (this.#finding?.isUpToDate({ epoch, total }) === false) this.#findOn(this.#finding);
      },
    };
  }

  /** Returns the row of the message at a position, changing the filter if needed. */
  async #rowToReveal(target: DialogTarget, place: number | undefined): Promise<number | undefined> {
    if (place === undefined || place === summaryPosition) return place;
    const row = await this.#rows.rowFrom(place);
    if (this.#rows.rowOf(place) === row) return row;
    this.#rows = rowsOf(target);
    return place;
  }

  /** Returns the rows with matches. */
  #found(epoch: string): PaneFind | undefined {
    const found = this.#finding?.found(epoch);
    return found && { ...found, matches: found.matches.flatMap((place) => this.#rows.rowOf(place) ?? []) };
  }

  /** Applies a filter, staying at the message at this position, or at the newest one. */
  #filter(kinds: readonly MessageKind[], at: number | undefined): void {
    const rows = rowsOf(this.#pane.target, kinds);
    this.#rows = rows;
    this.#start = undefined;
    this.#pane.send((target) => this.#read(target, undefined, at));
  }

  /** Starts a search. States do not wait for it: matches arrive in one of their own. */
  #find(query: string): void {
    this.#finding?.stop();
    const { project, dialog } = this.#pane.target;
    this.#finding = query === '' ? undefined : new DialogFinding(project.dialogs, dialog, query);
    if (this.#finding) this.#findOn(this.#finding);
  }

  #findOn(finding: DialogFinding): void {
    const show = (): void => {
      if (finding === this.#finding) this.#pane.page.update();
    };
    void finding.read().then(show).catch(this.#services.onError);
  }

  readonly run = async (action: DialogAction): Promise<void> => {
    switch (action.type) {
      case 'window':
        this.#pane.send((target) => this.#read(target, { offset: action.offset, limit: action.limit }));
        return;
      case 'find':
        this.#find(action.query);
        return;
      case 'filter':
        this.#filter(action.kinds, action.at);
        return;
      case 'copyMarkdown':
        return copyMarkdown(this.#rows, action.places);
      case 'copyMessage':
        return copyMessage(this.#pane.target, action.position);
      case 'openMessage':
        return this.#services.documents.open(this.#pane.target, action.position);
      case 'chooseDay':
        this.#goTo(await chooseDay(await this.#timeline()));
        return;
      case 'goToTime':
        this.#goTo(await firstSince(await this.#timeline(), action.ts));
        return;
      case 'draftSummary':
      case 'saveSummary':
        return this.#drafts.run(action);
      case 'entry': {
        const { command, section, item } = action;
        return commands.executeCommand(entryCommandIds[command], { ...this.#resource(), section, item });
      }
      case 'place':
        this.#services.places.set(targetOf(action.resource, this.#services.projects), action.at);
        return;
      case 'copyLinks':
        return this.#copyLinks(action.places);
      case 'shareMessages':
        return commands.executeCommand('historyStore.share', { ...this.#resource(), places: action.places });
      case 'command':
        return commands.executeCommand(commandIds[action.command], this.#resource());
    }
  };

  async #copyLinks(places: readonly number[]): Promise<void> {
    const { project, dialog } = this.#pane.target;
    const read = places.map(async (at) => (await project.dialogs.window(dialog, at, 1)).messages);
    const messages = (await Promise.all(read)).flat();
    const rows = messages.map((message) => ({ ...this.#resource(), kind: 'message', message }));
    await commands.executeCommand('historyStore.copyLink', rows[0], rows);
  }

  #goTo(position: number): void {
    this.show(this.#pane.target, { position });
  }

  async #timeline(): Promise<Timeline> {
    const { project, dialog } = this.#pane.target;
    const { total } = await project.dialogs.window(dialog, 0, 0);
    const timeAt = async (position: number): Promise<number> =>
      (await project.dialogs.window(dialog, position, 1)).messages[0]?.ts ?? 0;
    return { total, timeAt };
  }

  #resource(): { readonly folder: string; readonly dialog: string } {
    return { folder: this.#pane.target.project.root, dialog: this.#pane.target.dialog };
  }
}

const rowsOf = ({ project, dialog }: DialogTarget, kinds?: readonly MessageKind[]): DialogRows =>
  new DialogRows(project.dialogs, dialog, kinds);

export const isSameDialog = (a: DialogTarget, b: DialogTarget): boolean =>
  a.project === b.project && a.dialog === b.dialog;

/** Returns what restores the dialog of this name that was deleted last. */
export async function dialogRestorer({ project, dialog }: DialogTarget): Promise<Restore | undefined> {
  const trashed = (await project.dialogTrash.list()).find(({ name }) => name === dialog);
  const argument = { folder: project.root, dialog, trashed };
  return trashed && (() => commands.executeCommand('historyStore.restoreDialog', argument));
}

/** The panes of dialogs. */
export const dialogPanes = definePaneKind((services: DialogPaneServices) => ({
  name: 'dialog',
  title: ({ dialog }: DialogTarget) => dialog,
  isSame: isSameDialog,
  remembered: (state: unknown) => targetOf(parseDialogPaneMemory(state), services.projects),
  parse: parseDialogPaneAction,
  parts: (pane: DialogPane) => new ShownDialog(pane, services),
  unsaved: {
    drafts: services.drafts,
    name: ({ dialog }: DialogTarget) => dialog,
    show: { position: summaryPosition },
  },
  restorer: dialogRestorer,
}));

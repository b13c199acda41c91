import { CancellationError, env, l10n, window } from 'vscode';
import { applyEdits, entryIn, lostEdits, withDone, type SummaryEdit } from '../../protocol/summaryEdits.ts';
import { isOpen, type SummaryItem } from '../../protocol/summarySections.ts';
import type { JsonValue } from '../../disk/base/core.ts';
import type { Command } from '../base/commands.ts';
import { inform, number, undoably, warn, type Several, type Undoable } from '../base/notices.ts';
import { chooseAll, chooseOne, nothing, type Called } from '../base/pick.ts';
import type { DialogServices } from './dialogCommands.ts';
import { sourceOf } from './entrySource.ts';
import { changedMeanwhile, entryLine, entryTargetOf, presentEntry, type EntryTarget } from './entryTarget.ts';

const shownMs = 4_000;

/** Commands for entries of a summary, in the tree and the pane, identified by content. */
export function entryCommands(services: DialogServices): readonly Command[] {
  const marks = (done: boolean) => (argument: unknown, selected: unknown) =>
    mark(services, { argument, selected }, done);
  return [
    { id: 'historyStore.markEntryDone', writes: true, run: marks(true) },
    { id: 'historyStore.markEntryOpen', writes: true, run: marks(false) },
    { id: 'historyStore.editEntry', writes: true, run: (argument) => edit(services, argument) },
    {
      id: 'historyStore.deleteEntry',
      writes: true,
      run: (argument, selected) => remove(services, { argument, selected }),
    },
    {
      id: 'historyStore.copyEntry',
      run: (argument, selected) => copy(services, { argument, selected }),
    },
    { id: 'historyStore.openEntryMessage', run: (argument) => openMessage(services, argument) },
  ];
}

/** Finds entries, of which there is no list to choose from. */
export const entries = ({ projects, view }: DialogServices) => ({
  rows: view.rows,
  kind: 'entry',
  named: (row: unknown) => entryTargetOf(row, projects),
  ask: () => Promise.reject(nothing(l10n.t('Choose an entry of a summary first.'))),
});

async function mark(services: DialogServices, called: Called, done: boolean): Promise<void> {
  const targets = await chooseAll(entries(services), called);
  const one = (target: EntryTarget): Promise<Undoable<SummaryItem> | undefined> =>
    change(target, (entry) =>
      isOpen(entry) === done
        ? { kind: 'put', ...target.ref, value: withDone(target.ref.item, done) }
        : undefined,
    );
  const text = ([first, ...more]: Several<SummaryItem>): string => {
    const line = entryLine(first);
    if (more.length > 0)
      return done
        ? l10n.t('Marked {0} entries as done.', number(more.length + 1))
        : l10n.t('Marked {0} entries as not done.', number(more.length + 1));
    return done ? l10n.t('Marked “{0}” as done.', line) : l10n.t('Marked “{0}” as not done.', line);
  };
  await undoably(targets, one, text, services.onError);
}

async function remove(services: DialogServices, called: Called): Promise<void> {
  const targets = await chooseAll(entries(services), called);
  const one = (target: EntryTarget) => change(target, () => ({ kind: 'remove', ...target.ref }));
  const text = ([first, ...more]: Several<SummaryItem>): string =>
    more.length === 0
      ? l10n.t('Deleted “{0}”.', entryLine(first))
      : l10n.t('Deleted {0} entries.', number(more.length + 1));
  await undoably(targets, one, text, services.onError);
}

/** If someone else changed the entry while the text was typed, the text becomes a new entry, with a notice. */
async function edit(services: DialogServices, argument: unknown): Promise<void> {
  const target = await chooseOne(entries(services), argument);
  const { project, dialog, ref } = target;
  const entry = presentEntry(await project.dialogs.summary(dialog), ref);
  if (!entry.editable)
    throw nothing(l10n.t('This entry has no text of its own. Edit the summary in its file.'));
  const text = await window.showInputBox({
    title: l10n.t('Edit Entry'),
    value: entry.text,
    validateInput: (typed) => (typed.trim() === '' ? l10n.t('Enter a text.') : undefined),
  });
  if (text === undefined || text.trim() === entry.text) throw new CancellationError();
  const set: SummaryEdit = { kind: 'set', ...ref, text: text.trim() };
  const { undo, lost } = await changeSummary(target, set);
  const button = { label: l10n.t('Undo'), run: undo };
  if (lost)
    warn(
      l10n.t('The entry was changed or removed in the meantime. Your text was added as a new entry.'),
      [button],
      services.onError,
    );
  else inform(l10n.t('Changed “{0}”.', text.trim()), [button], services.onError);
}

async function copy(services: DialogServices, called: Called): Promise<void> {
  const targets = await chooseAll(entries(services), called);
  const texts = await Promise.all(
    targets.map(async ({ project, dialog, ref }) => {
      const entry = presentEntry(await project.dialogs.summary(dialog), ref);
      return entry.text;
    }),
  );
  await env.clipboard.writeText(texts.join('\n'));
  window.setStatusBarMessage(`$(check) ${l10n.t('Copied')}`, shownMs);
}

async function openMessage(services: DialogServices, argument: unknown): Promise<void> {
  const { project, dialog, ref } = await chooseOne(entries(services), argument);
  const entry = presentEntry(await project.dialogs.summary(dialog), ref);
  const position = await sourceOf(project.dialogs, dialog, entry);
  if (position === undefined) {
    inform(l10n.t('No message of this dialog says “{0}”. It may be in a backup.', entryLine(entry)));
    return;
  }
  services.panes.open({ project, dialog }, { position });
}

/** Changes an existing entry; an undefined edit changes nothing. */
async function change(
  target: EntryTarget,
  editOf: (entry: SummaryItem) => SummaryEdit | undefined,
): Promise<Undoable<SummaryItem> | undefined> {
  const entry = presentEntry(await target.project.dialogs.summary(target.dialog), target.ref);
  const made = editOf(entry);
  if (made === undefined) return undefined;
  const { undo } = await changeSummary(target, made);
  return { done: entry, undo };
}

interface Changed {
  /**
   * Reverts the edit: restores the whole summary if unchanged since, else only the entry if it still has the edited
   * content.
   */
  readonly undo: () => Promise<unknown>;
  /** Whether the entry had been changed or removed by then. */
  readonly lost: boolean;
}

/** Applies an edit to the latest summary. If its entry is gone, only typed text is kept. */
async function changeSummary({ project, dialog, ref }: EntryTarget, edit: SummaryEdit): Promise<Changed> {
  const found: { before?: JsonValue; lost?: boolean } = {};
  const { summary: after } = await project.dialogs.changeSummary(dialog, (summary) => {
    if (edit.kind !== 'set') presentEntry(summary, ref);
    Object.assign(found, { before: summary, lost: lostEdits(summary, [edit]).length > 0 });
    return applyEdits(summary, [edit]);
  });
  const back = (now: JsonValue | undefined): JsonValue => {
    if (JSON.stringify(now) === JSON.stringify(after)) return found.before ?? {};
    const changed = edit.kind === 'put' ? { section: ref.section, item: edit.value } : undefined;
    if (changed === undefined || entryIn(now, changed) === undefined) throw changedMeanwhile();
    return applyEdits(now, [{ kind: 'put', ...changed, value: ref.item }]);
  };
  const undo = () => project.dialogs.changeSummary(dialog, back);
  return { undo, lost: found.lost ?? false };
}

import { l10n } from 'vscode';
import { entryIn, parseEntryRef, type EntryRef } from '../../protocol/summaryEdits.ts';
import { itemText, type SummaryItem } from '../../protocol/summarySections.ts';
import { isObject, type JsonValue } from '../../store/base/core.ts';
import { entryMarked } from '../../store/search/entryMark.ts';
import { firstLine } from '../base/notices.ts';
import { targetOf, type DialogTarget } from '../base/pick.ts';
import type { Projects } from '../base/projects.ts';

/** An entry of a dialog's summary, known by what it says. */
export interface EntryTarget extends DialogTarget {
  readonly ref: EntryRef;
}

/** The entry that a row of the tree or a pane names. */
export function entryTargetOf(argument: unknown, projects: Projects): EntryTarget | undefined {
  const target = targetOf(argument, projects);
  const ref = isObject(argument) ? parseEntryRef(argument) : undefined;
  return target && ref && { ...target, ref };
}

/** What an entry says, on one line. */
export const entryLine = (item: SummaryItem): string => firstLine(itemText(item));

/** The entry in a summary. Throws where it says something else by now, or is gone. */
export function presentEntry(summary: JsonValue | undefined, ref: EntryRef): SummaryItem {
  const found = entryIn(summary, ref);
  if (found === undefined) throw changedMeanwhile();
  return found;
}

/** Somebody else was there between. */
export const changedMeanwhile = (): Error =>
  new Error(l10n.t('This entry was changed or removed in the meantime. Nothing was changed.'));

/** The entry that a link names; undefined where it is not there (any more). */
export function markedEntry(summary: JsonValue | undefined, mark: string): EntryRef | undefined {
  const marked = entryMarked(summary, mark);
  return marked && { section: marked.section, item: marked.value };
}

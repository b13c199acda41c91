import { l10n } from 'vscode';
import { entryIn, parseEntryRef, type EntryRef } from '../../protocol/summaryEdits.ts';
import { itemText, type SummaryItem } from '../../protocol/summarySections.ts';
import { isObject, type JsonValue } from '../../disk/base/core.ts';
import { summaryEntryById } from '../../find/search/summaryEntryId.ts';
import { firstLine } from '../base/notices.ts';
import { targetOf, type DialogTarget } from '../base/pick.ts';
import type { Projects } from '../base/projects.ts';

/** An entry of a dialog's summary, identified by content. */
export interface EntryTarget extends DialogTarget {
  readonly ref: EntryRef;
}

/** Returns the entry given by a tree row or a pane. */
export function entryTargetOf(argument: unknown, projects: Projects): EntryTarget | undefined {
  const target = targetOf(argument, projects);
  const ref = isObject(argument) ? parseEntryRef(argument) : undefined;
  return target && ref && { ...target, ref };
}

/** Formats an entry on one line. */
export const entryLine = (item: SummaryItem): string => firstLine(itemText(item));

/** Returns the entry in a summary. Throws if it was changed or removed. */
export function presentEntry(summary: JsonValue | undefined, ref: EntryRef): SummaryItem {
  const found = entryIn(summary, ref);
  if (found === undefined) throw changedMeanwhile();
  return found;
}

/** Creates the error that someone else changed the entry. */
export const changedMeanwhile = (): Error =>
  new Error(l10n.t('This entry was changed or removed in the meantime. Nothing was changed.'));

/** Returns the entry a link refers to; undefined if it no longer exists. */
export function markedEntry(summary: JsonValue | undefined, mark: string): EntryRef | undefined {
  const marked = summaryEntryById(summary, mark);
  return marked && { section: marked.section, item: marked.value };
}

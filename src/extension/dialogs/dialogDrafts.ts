import { l10n, type Memento } from 'vscode';
import type { Json } from '../../protocol/json.ts';
import {
  applyEdits,
  isEmptyDraft,
  lostEdits,
  parseSummaryDraft,
  type SummaryDraft,
} from '../../protocol/summaryEdits.ts';
import { number, warn } from '../base/notices.ts';
import { Drafts } from '../panes/drafts.ts';
import type { DialogTarget } from '../base/pick.ts';

/** What is changed in the summaries of dialogs and not saved. */
export type SummaryDrafts = Drafts<DialogTarget, SummaryDraft>;

/** Drafts whose edits are stored on top of what a summary is then. */
export function summaryDrafts(memory: Memento): SummaryDrafts {
  const saved = new Set<string>();
  return new Drafts<DialogTarget, SummaryDraft>(memory, {
    key: 'summary.drafts',
    keyOf: ({ project, dialog }) => JSON.stringify([project.root, dialog]),
    nameOf: ({ dialog }) => dialog,
    parse: parseSummaryDraft,
    isChange: ({ edits, editor }) => edits.length > 0 || (editor?.text ?? '') !== '',
    store: async ({ project: { dialogs }, dialog }, { edits }) => {
      if (edits.length === 0) return;
      let lost = 0;
      const stored: string[] = []; // by this save: another one may be on its way
      const store = (summary: Json | undefined): Json => {
        const left = edits.filter(({ id }) => !saved.has(id));
        for (const { id } of left) {
          saved.add(id);
          stored.push(id);
        }
        lost = lostEdits(summary, left).length;
        return applyEdits(summary, left);
      };
      try {
        await dialogs.changeSummary(dialog, store);
      } catch (error) {
        for (const id of stored) saved.delete(id);
        throw error;
      }
      if (lost > 0) sayLost(lost);
    },
    unsaved: (draft) => {
      const edits = draft.edits.filter(({ id }) => !saved.has(id));
      const rest = edits.length < draft.edits.length ? { ...draft, edits } : draft;
      return isEmptyDraft(rest) ? undefined : rest;
    },
  });
}

/** What a person changed says something else by now, or is gone: nothing that was typed is lost by that. */
function sayLost(count: number): void {
  const text =
    count === 1
      ? l10n.t(
          '1 entry was changed or removed in the meantime. What you typed of it was added as a new entry.',
        )
      : l10n.t(
          '{0} entries were changed or removed in the meantime. What you typed of them was added as new entries.',
          number(count),
        );
  warn(text);
}

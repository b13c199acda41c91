import { l10n, type Memento } from 'vscode';
import type { Json } from '../../protocol/json.ts';
import {
  applyEdits,
  isEmptyDraft,
  lostEdits,
  parseSummaryDraft,
  type SummaryDraft,
} from '../../protocol/summaryEdits.ts';
import { number, offerUndo, warn, type OnError } from '../base/notices.ts';
import { Drafts } from '../panes/drafts.ts';
import type { DialogTarget } from '../base/pick.ts';

/** Unsaved changes to dialogs' summaries. */
export type SummaryDrafts = Drafts<DialogTarget, SummaryDraft>;

/** Creates drafts whose edits are saved on top of the latest summary; each save can be undone. */
export function summaryDrafts(memory: Memento, onError: OnError): SummaryDrafts {
  const saved = new Set<string>();
  return new Drafts<DialogTarget, SummaryDraft>(memory, {
    key: 'summary.drafts',
    keyOf: ({ project, dialog }) => JSON.stringify([project.root, dialog]),
    nameOf: ({ dialog }) => dialog,
    parse: parseSummaryDraft,
    isChange: ({ edits, editor }) => edits.length > 0 || (editor?.text ?? '') !== '',
    store: async ({ project: { dialogs }, dialog }, { edits }) => {
      if (edits.length === 0) return;
      const found: { lost: number; before?: Json | undefined } = { lost: 0 };
      const stored: string[] = []; // with this save: another one may follow
      const store = (summary: Json | undefined): Json => {
        const left = edits.filter(({ id }) => !saved.has(id));
        for (const { id } of left) {
          saved.add(id);
          stored.push(id);
        }
        Object.assign(found, { before: summary, lost: lostEdits(summary, left).length });
        return applyEdits(summary, left);
      };
      try {
        const { summary: after } = await dialogs.changeSummary(dialog, store);
        const back = (now: Json | undefined): Json => {
          if (JSON.stringify(now) !== JSON.stringify(after))
            throw new Error(l10n.t('The summary was changed in the meantime. Nothing was undone.'));
          return found.before ?? {};
        };
        const undo = () => dialogs.changeSummary(dialog, back);
        if (found.lost > 0) sayLost(found.lost);
        else if (stored.length > 0) offerUndo(l10n.t('Saved the summary of “{0}”.', dialog), undo, onError);
      } catch (error) {
        for (const id of stored) saved.delete(id);
        throw error;
      }
    },
    unsaved: (draft) => {
      const edits = draft.edits.filter(({ id }) => !saved.has(id));
      const rest = edits.length < draft.edits.length ? { ...draft, edits } : draft;
      return isEmptyDraft(rest) ? undefined : rest;
    },
  });
}

/** Informs that edited entries have since changed or are gone; no typed text is lost. */
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

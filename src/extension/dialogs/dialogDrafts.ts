import type { Memento } from 'vscode';
import {
  applyEdits,
  isEmptyDraft,
  parseSummaryDraft,
  type SummaryDraft,
} from '../../protocol/summaryEdits.ts';
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
      const summary = applyEdits(await dialogs.summary(dialog), edits);
      await dialogs.setSummary(dialog, summary, 'replace');
      for (const { id } of edits) saved.add(id);
    },
    unsaved: (draft) => {
      const edits = draft.edits.filter(({ id }) => !saved.has(id));
      const rest = edits.length < draft.edits.length ? { ...draft, edits } : draft;
      return isEmptyDraft(rest) ? undefined : rest;
    },
  });
}

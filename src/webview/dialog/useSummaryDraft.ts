import { useRef } from 'preact/hooks';
import type { DialogPaneState } from '../../protocol/dialogPane.ts';
import { defined, type Json } from '../../protocol/json.ts';
import {
  applyEdits,
  emptyDraft,
  type OpenEditor,
  type SummaryDraft,
  type SummaryEdit,
} from '../../protocol/summaryEdits.ts';
import { viewSummary, type SummaryView } from '../../protocol/summarySections.ts';
import { newDraftId, useDraft } from '../base/useDraft.ts';
import type { DialogModel } from './dialogModel.ts';
import { useDialogPane } from './dialogServices.ts';

/** The summary with the changes a person has not saved yet. */
export interface DraftedSummary {
  readonly view: SummaryView;
  readonly changed: boolean;
  readonly editor: OpenEditor | undefined;
  /** What the editor begins with where it was open before; undefined where it opens with the present text. */
  readonly typed: string | undefined;
  readonly open: (editor: OpenEditor) => void;
  readonly close: () => void;
  /** What is in the editor now, so that it is not lost with the page. */
  readonly type: (text: string) => void;
  /** Takes a change over and closes the editor. */
  readonly apply: (edit: SummaryEdit) => void;
  /** Stores the changes on top of what the summary is then. */
  readonly save: () => void;
  readonly discard: () => void;
}

/**
 * Gathers edits and shows them on top of what the extension sends, so that changes of an agent and of a person meet. The
 * extension keeps them, so that neither another tab nor another dialog nor a save that fails loses them. While an editor
 * is open the summary on show stands still, so that nothing moves under the person's hands.
 */
export function useSummaryDraft(model: DialogModel, state: DialogPaneState): DraftedSummary {
  const { send } = useDialogPane();
  const { resource } = state;
  const [draft, keep] = useDraft<SummaryDraft>(model.drafts, state, (next) =>
    send(defined({ type: 'draftSummary' as const, resource, draft: next })),
  );
  const { edits, editor } = draft ?? emptyDraft;
  const shown = useStill(state.summary, editor !== undefined);
  return {
    view: viewSummary(edits.length === 0 ? shown : applyEdits(shown, edits)),
    changed: edits.length > 0,
    editor: editor?.at,
    typed: editor?.text === '' ? undefined : editor?.text,
    open: (at) => keep({ edits, editor: { at, text: '' } }),
    close: () => keep({ edits }),
    type: (text) => editor && keep({ edits, editor: { ...editor, text } }),
    apply: (edit) => keep({ edits: [...edits, { ...edit, id: newDraftId() }] }),
    save: () => send({ type: 'saveSummary', resource }),
    discard: () => keep(undefined),
  };
}

/** A value that stays as it was for so long. */
function useStill(value: Json | undefined, still: boolean): Json | undefined {
  const kept = useRef<{ readonly value: Json | undefined } | undefined>(undefined);
  if (!still) kept.current = undefined;
  else kept.current ??= { value };
  return kept.current === undefined ? value : kept.current.value;
}

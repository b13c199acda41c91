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

/** The summary with a person's unsaved changes. */
export interface DraftedSummary {
  readonly view: SummaryView;
  readonly changed: boolean;
  readonly editor: OpenEditor | undefined;
  /** Restored text of an open editor; undefined if it starts with the current text. */
  readonly typed: string | undefined;
  readonly open: (editor: OpenEditor) => void;
  readonly close: () => void;
  /** Saves the editor's text so that it outlives the page. */
  readonly type: (text: string) => void;
  /** Closes the editor and saves a change. */
  readonly apply: (edit: SummaryEdit) => void;
  /** Saves changes on top of the latest summary, after a save failed. */
  readonly save: () => void;
  readonly discard: () => void;
}

/**
 * Saves each edit at once, and shows it on top of the extension's summary, merging changes of agents and people. The
 * extension keeps what is typed, so that no other tab or dialog or failed save loses it. While an editor is open, the
 * displayed summary does not change.
 */
export function useSummaryDraft(model: DialogModel, state: DialogPaneState): DraftedSummary {
  const { send } = useDialogPane();
  const { resource } = state;
  const [draft, keep] = useDraft<SummaryDraft>(model.drafts, state, (next) =>
    send(defined({ type: 'draftSummary' as const, resource, draft: next })),
  );
  const { edits, editor } = draft ?? emptyDraft;
  const save = () => send({ type: 'saveSummary', resource });
  const shown = useFrozen(state.summary, editor !== undefined);
  return {
    view: viewSummary(edits.length === 0 ? shown : applyEdits(shown, edits)),
    changed: edits.length > 0,
    editor: editor?.at,
    typed: editor?.text === '' ? undefined : editor?.text,
    open: (at) => keep({ edits, editor: { at, text: '' } }),
    close: () => keep({ edits }),
    type: (text) => editor && keep({ edits, editor: { ...editor, text } }),
    apply: (edit) => {
      keep({ edits: [...edits, { ...edit, id: newDraftId() }] });
      save();
    },
    save,
    discard: () => keep(undefined),
  };
}

/** Returns a value that stays unchanged while `still` is true. */
function useFrozen(value: Json | undefined, still: boolean): Json | undefined {
  const kept = useRef<{ readonly value: Json | undefined } | undefined>(undefined);
  if (!still) kept.current = undefined;
  else kept.current ??= { value };
  return kept.current === undefined ? value : kept.current.value;
}

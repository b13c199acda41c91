import { useState } from 'preact/hooks';
import type { ContextDraft, ContextPaneState } from '../../protocol/contextPane.ts';
import { newDraftId, useDraft } from '../base/useDraft.ts';
import type { ContextModel } from './contextModel.ts';
import { useContextPane } from './contextServices.ts';

/** The summary of a context, with what a person types into it. */
export interface EditedSummary {
  /** As stored; undefined where there is none. */
  readonly stored: string | undefined;
  /** What is in the editor; undefined while it is closed. */
  readonly draft: string | undefined;
  /** Changes whenever the editor is asked for, so that it takes the focus. */
  readonly asked: number;
  /** Whether the stored one became another since the editor was opened. */
  readonly overtaken: boolean;
  /** Opens the editor. */
  readonly edit: () => void;
  readonly type: (text: string) => void;
  readonly save: () => void;
  readonly cancel: () => void;
}

/**
 * The extension keeps what is typed until it is stored, so that neither another tab nor another context, a write of an
 * agent, a reload or a save that fails loses it.
 */
export function useSummaryText(model: ContextModel, state: ContextPaneState): EditedSummary {
  const { send } = useContextPane();
  const { resource, summary: stored = '' } = state;
  const [draft, keep] = useDraft<ContextDraft>(model.drafts, state, (next) =>
    send({ type: 'draftSummary', resource, ...(next && { draft: next }) }),
  );
  const [asked, setAsked] = useState(0);
  return {
    stored: stored === '' ? undefined : stored,
    draft: draft?.text,
    asked,
    overtaken: draft !== undefined && draft.base !== stored && draft.text.trim() !== stored.trim(),
    edit: () => {
      keep({ id: newDraftId(), text: stored, base: stored });
      setAsked((times) => times + 1);
    },
    type: (text) => draft && keep({ ...draft, text }),
    save: () => send({ type: 'saveSummary', resource }),
    cancel: () => keep(undefined),
  };
}

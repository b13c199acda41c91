import { useEffect, useState } from 'preact/hooks';
import type { ContextPaneState } from '../../protocol/contextPane.ts';
import type { ContextModel } from './contextModel.ts';
import { useContextPane } from './contextServices.ts';

/** The summary of a context, with what a person types into it. */
export interface EditedSummary {
  /** As stored; undefined where there is none. */
  readonly stored: string | undefined;
  /** What the editor begins with; undefined while it is closed. */
  readonly draft: string | undefined;
  /** Changes whenever the editor is asked for, so that it takes the focus. */
  readonly asked: number;
  /** Whether the stored one became another since the editor was opened. */
  readonly overtaken: boolean;
  readonly saving: boolean;
  /** Opens the editor, or takes the person to it. */
  readonly edit: () => void;
  readonly type: (text: string) => void;
  readonly save: () => void;
  readonly cancel: () => void;
}

interface Draft {
  readonly text: string;
  /** The stored summary it began with; after a reload the one at that time. */
  readonly base: string;
  /** What was sent to be stored and has not come back yet. */
  readonly sent?: string;
}

/**
 * Keeps what is typed until it comes back as stored, whatever arrives in between: neither a write of an agent, nor a
 * reload, nor a save that fails loses it.
 */
export function useSummaryText(model: ContextModel, state: ContextPaneState): EditedSummary {
  const { send } = useContextPane();
  const stored = state.summary ?? '';
  const [draft, change] = useDraft(model, stored);
  const [asked, setAsked] = useState(0);
  const edit = () => {
    if (draft === undefined) change({ text: stored, base: stored });
    setAsked((times) => times + 1);
  };
  useEffect(() => {
    if (state.editSummary) edit();
  }, [state]);
  return {
    stored: stored === '' ? undefined : stored,
    draft: draft?.text,
    asked,
    overtaken: draft !== undefined && draft.base !== stored,
    saving: isSaving(draft),
    edit,
    type: (text) => draft && change({ ...draft, text }),
    save: () => {
      if (draft === undefined) return;
      send({ type: 'setSummary', text: draft.text });
      change({ ...draft, sent: draft.text });
    },
    cancel: () => change(undefined),
  };
}

type ChangeDraft = (next: Draft | undefined) => void;

/** The draft, which ends when what was sent is what is stored. */
function useDraft(model: ContextModel, stored: string): [Draft | undefined, ChangeDraft] {
  const [draft, setDraft] = useState<Draft | undefined>(
    model.draft === undefined ? undefined : { text: model.draft, base: stored },
  );
  const change = (next: Draft | undefined) => {
    setDraft(next);
    model.keepDraft(next?.text);
  };
  const isBack = isSaving(draft) && draft?.text.trim() === stored.trim();
  useEffect(() => {
    if (isBack) change(undefined);
  }, [isBack]);
  return [isBack ? undefined : draft, change];
}

/** Whether the text as it stands was sent and is awaited. */
function isSaving(draft: Draft | undefined): boolean {
  return draft?.sent !== undefined && draft.sent === draft.text;
}

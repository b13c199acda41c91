import { useEffect, useState } from 'preact/hooks';
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
  /** The stored summary it began with; undefined after a reload, when that is no longer known. */
  readonly base: string | undefined;
  /** What was sent to be stored and has not come back yet. */
  readonly sent?: string;
}

/**
 * Keeps what is typed until it comes back as stored, whatever arrives in between: neither a write of an agent, nor a
 * reload, nor a save that fails loses it.
 */
export function useSummaryText(model: ContextModel, summary: string | undefined): EditedSummary {
  const { send } = useContextPane();
  const stored = summary === '' ? undefined : summary;
  const [draft, setDraft] = useState<Draft | undefined>(() => draftFrom(model, stored));
  const [asked, setAsked] = useState(0);
  const change = (next: Draft | undefined) => {
    setDraft(next);
    model.keepDraft(next?.text);
  };
  const isBack = draft?.sent !== undefined && draft.sent === (stored ?? '') && draft.text === draft.sent;
  useEffect(() => {
    if (isBack) change(undefined);
  }, [isBack]);
  return {
    stored,
    draft: isBack ? undefined : draft?.text,
    asked,
    overtaken: draft !== undefined && draft.base !== (stored ?? ''),
    saving: draft?.sent !== undefined && draft.sent === draft.text,
    edit: () => {
      if (draft === undefined) change({ text: stored ?? '', base: stored ?? '' });
      setAsked(asked + 1);
    },
    type: (text) => draft && change({ ...draft, text }),
    save: () => {
      if (draft === undefined) return;
      send({ type: 'setSummary', text: draft.text });
      change({ ...draft, sent: draft.text });
    },
    cancel: () => change(undefined),
  };
}

function draftFrom({ draft }: ContextModel, stored: string | undefined): Draft | undefined {
  return draft === undefined ? undefined : { text: draft, base: stored ?? '' };
}

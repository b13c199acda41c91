import { useState } from 'preact/hooks';
import type { Json } from '../../protocol/json.ts';
import { usePane } from '../paneContext.ts';
import { applyEdits, type SummaryEdit } from './edits.ts';
import { viewSummary, type SummaryView } from './sections.ts';

/** What is being typed at the moment: the whole text, a new item, or the item at a place in its section. */
export type OpenEditor =
  | { readonly kind: 'text' }
  | { readonly kind: 'add'; readonly section: string }
  | { readonly kind: 'set'; readonly section: string; readonly index: number };

/** The summary with the changes a person has not saved yet. */
export interface SummaryDraft {
  readonly view: SummaryView;
  readonly changed: boolean;
  readonly editor: OpenEditor | undefined;
  readonly open: (editor: OpenEditor) => void;
  readonly close: () => void;
  /** Takes a change over and closes the editor. */
  readonly apply: (edit: SummaryEdit) => void;
  /** Sends the whole changed summary to be stored. */
  readonly save: () => void;
  readonly discard: () => void;
}

/**
 * Gathers edits and shows them on top of what the extension sends, so that changes of an agent and of a person meet.
 * While an editor is open the summary on show stands still, so that nothing moves under the person's hands.
 */
export function useSummaryDraft(summary: Json | undefined): SummaryDraft {
  const { send } = usePane();
  const [edits, setEdits] = useState<readonly SummaryEdit[]>([]);
  const [editor, setEditor] = useState<{ readonly at: OpenEditor; readonly shown: Json | undefined }>();
  const shown = editor === undefined ? summary : editor.shown;
  const close = () => setEditor(undefined);
  return {
    view: viewSummary(edits.length === 0 ? shown : applyEdits(shown, edits)),
    changed: edits.length > 0,
    editor: editor?.at,
    open: (at) => setEditor({ at, shown: editor === undefined ? summary : editor.shown }),
    close,
    apply: (edit) => {
      setEdits([...edits, edit]);
      close();
    },
    save: () => {
      send({ type: 'setSummary', summary: applyEdits(summary, edits) });
      setEdits([]);
      close();
    },
    discard: () => {
      setEdits([]);
      close();
    },
  };
}

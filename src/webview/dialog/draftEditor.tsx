import type { JSX } from 'preact';
import type { SummaryEdit } from '../../protocol/summaryEdits.ts';
import { ItemEditor } from './itemEditor.tsx';
import type { SummaryDraft } from './useSummaryDraft.ts';

interface DraftEditorProps {
  readonly draft: SummaryDraft;
  /** What is edited; empty for something new. */
  readonly text: string;
  readonly label: string;
  /** The change that a typed text is. */
  readonly editOf: (text: string) => SummaryEdit;
}

/** The editor of a draft, whose text is kept while it is typed. */
export const DraftEditor = ({ draft, text, label, editOf }: DraftEditorProps): JSX.Element => (
  <ItemEditor
    text={text}
    typed={draft.typed}
    label={label}
    onType={draft.type}
    onApply={(typed) => draft.apply(editOf(typed))}
    onCancel={draft.close}
  />
);

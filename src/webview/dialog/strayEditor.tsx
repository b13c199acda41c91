import type { JSX } from 'preact';
import type { OpenEditor } from '../../protocol/summaryDraft.ts';
import type { SummaryEdit } from '../../protocol/summaryEdits.ts';
import { keyForNew, knownSection, knownSections } from '../../protocol/summarySections.ts';
import { fill } from '../../protocol/format.ts';
import { usePane } from './dialogServices.ts';
import { DraftEditor } from './draftEditor.tsx';
import { editedItem, sectionTitle } from './sectionView.tsx';
import type { SummaryDraft } from './useSummaryDraft.ts';

/** The editor of something that the summary does not hold any more: what was typed stays, and can be applied. */
export function StrayEditor({ draft }: { draft: SummaryDraft }): JSX.Element | null {
  const { strings } = usePane();
  const { editor } = draft;
  if (editor === undefined || hasPlace(editor, draft)) return null;
  const key = editor.kind === 'text' ? '' : editor.section;
  const known = knownSection(key);
  const title = sectionTitle({ key, ...(known !== undefined && { known }) }, strings);
  return (
    <DraftEditor
      draft={draft}
      text=""
      label={fill(strings.itemText, title)}
      editOf={(text) => editOf(editor, text)}
    />
  );
}

const editOf = (editor: OpenEditor, text: string): SummaryEdit => ({ ...editor, text });

/** Whether what is edited is shown, and so the editor in its place. */
function hasPlace(editor: OpenEditor, draft: SummaryDraft): boolean {
  const { view } = draft;
  if (editor.kind === 'text') return view.kind === 'text';
  const sections = view.kind === 'sections' ? view.sections : [];
  const section = sections.find(({ key }) => key === editor.section);
  if (section !== undefined) return editor.kind === 'add' || editedItem(section, draft) !== -1;
  const keys = sections.map(({ key }) => key);
  const offered = knownSections.filter((known) => sections.every((shown) => shown.known !== known));
  return (
    editor.kind === 'add' &&
    view.kind !== 'text' &&
    offered.some((known) => keyForNew(known, keys) === editor.section)
  );
}

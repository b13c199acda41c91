import type { JSX, TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { DialogPaneStrings } from '../../protocol/dialogPaneStrings.ts';
import { fill } from '../../protocol/format.ts';
import { defined } from '../../protocol/json.ts';
import { same, type OpenEditor, type SummaryEdit } from '../../protocol/summaryEdits.ts';
import {
  keyForNew,
  knownSection,
  knownSections,
  type SummarySection,
} from '../../protocol/summarySections.ts';
import { useDialogPane } from './dialogServices.ts';
import type { DraftedSummary } from './useSummaryDraft.ts';
import { EditorButtons } from '../base/buttons.tsx';

interface DraftEditorProps {
  readonly draft: DraftedSummary;
  /** What is edited; empty for something new. */
  readonly text: string;
  readonly label: string;
  /** Makes the edit out of the typed text, which is never blank. */
  readonly editOf: (text: string) => SummaryEdit;
}

/**
 * The editor of a draft: a text field that takes the focus, whose text is kept while it is typed. Enter applies,
 * Shift+Enter makes a new line, Escape cancels.
 */
export function DraftEditor({ draft, text, label, editOf }: DraftEditorProps): JSX.Element {
  const { strings } = useDialogPane();
  const field = useRef<HTMLTextAreaElement>(null);
  const begin = draft.typed ?? text;
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(begin.length, begin.length);
  }, []);
  const apply = () => {
    const wanted = field.current?.value.trim() ?? '';
    if (wanted === '' || wanted === text) draft.close();
    else draft.apply(editOf(wanted));
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLTextAreaElement>) => {
    if (event.isComposing) return;
    const isApply = event.key === 'Enter' && !event.shiftKey;
    if (!isApply && event.key !== 'Escape') return;
    event.preventDefault();
    if (isApply) apply();
    else draft.close();
  };
  return (
    <div class="item-editor">
      <textarea
        ref={field}
        aria-label={label}
        rows={3}
        defaultValue={begin}
        onInput={({ currentTarget }) => draft.type(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <EditorButtons done={strings.apply} onDone={apply} cancel={strings.cancel} onCancel={draft.close} />
    </div>
  );
}

/** Offers the known sections the summary does not have yet; the first item makes the section. */
export function NewSections({ draft }: { draft: DraftedSummary }): JSX.Element | null {
  const { strings } = useDialogPane();
  const present = draft.view.kind === 'sections' ? draft.view.sections : [];
  const missing = knownSections.filter((known) => present.every((section) => section.known !== known));
  if (missing.length === 0) return null;
  const keys = present.map(({ key }) => key);
  const open = missing.find(
    (known) => draft.editor?.kind === 'add' && draft.editor.section === keyForNew(known, keys),
  );
  return (
    <div class="new-sections">
      {open !== undefined && (
        <DraftEditor
          draft={draft}
          text=""
          label={fill(strings.itemText, strings[open])}
          editOf={(text) => ({ kind: 'add', section: keyForNew(open, keys), text })}
        />
      )}
      <div class="chips" role="group" aria-label={strings.addSection}>
        {missing.map((known) => (
          <button
            key={known}
            type="button"
            class="chip"
            onClick={() => draft.open({ kind: 'add', section: keyForNew(known, keys) })}
          >
            <span class="codicon codicon-add" aria-hidden="true" />
            {strings[known]}
          </button>
        ))}
      </div>
    </div>
  );
}

/** The editor of an item that has left the summary: the typed text stays, and can be applied. */
export function StrayEditor({ draft }: { draft: DraftedSummary }): JSX.Element | null {
  const { strings } = useDialogPane();
  const { editor } = draft;
  if (editor === undefined || hasPlace(editor, draft)) return null;
  const key = editor.kind === 'text' ? '' : editor.section;
  const known = knownSection(key);
  const title = sectionTitle(defined({ key, known }), strings);
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

/** Whether the summary still shows what is edited, and so its editor. */
function hasPlace(editor: OpenEditor, draft: DraftedSummary): boolean {
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

/** The name of a section as the reader knows it: translated if it is a known one, else its key. */
export function sectionTitle(
  { key, known }: Pick<SummarySection, 'key' | 'known'>,
  strings: DialogPaneStrings,
): string {
  if (known !== undefined) return strings[known];
  return key === '' ? strings.summary : key;
}

/** Which item of a section is being edited; -1 for none. */
export function editedItem({ key, items }: SummarySection, { editor }: DraftedSummary): number {
  if (editor?.kind !== 'set' || editor.section !== key) return -1;
  return items.findIndex(({ value }) => same(value, editor.item));
}

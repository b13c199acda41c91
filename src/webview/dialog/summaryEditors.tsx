import type { JSX, TargetedFocusEvent, TargetedKeyboardEvent } from 'preact';
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
  /** Current text; empty for something new. */
  readonly text: string;
  readonly label: string;
  /** Creates the edit from the typed text, which is never blank. */
  readonly editOf: (text: string) => SummaryEdit;
}

/**
 * Editor of a draft: a text field that takes the focus. Enter, Ctrl+S and leaving it for something else in the pane
 * save, Shift+Enter inserts a line break, Escape cancels.
 */
export function DraftEditor({ draft, text, label, editOf }: DraftEditorProps): JSX.Element {
  const { strings } = useDialogPane();
  const field = useRef<HTMLTextAreaElement>(null);
  const isDone = useRef(false);
  const begin = draft.typed ?? text;
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(begin.length, begin.length);
    return () => {
      isDone.current = true; // a field that goes loses the focus, too
    };
  }, []);
  const close = () => {
    isDone.current = true;
    draft.close();
  };
  const apply = () => {
    if (isDone.current) return;
    isDone.current = true;
    const wanted = field.current?.value.trim() ?? '';
    if (wanted === '' || wanted === text) draft.close();
    else draft.apply(editOf(wanted));
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLTextAreaElement>) => {
    if (event.isComposing) return;
    const isSave = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's';
    const isApply = isSave || (event.key === 'Enter' && !event.shiftKey);
    if (!isApply && event.key !== 'Escape') return;
    event.preventDefault();
    if (isApply) apply();
    else close();
  };
  // In another tab or window, what was typed waits.
  const onFocusOut = ({ currentTarget, relatedTarget }: TargetedFocusEvent<HTMLElement>) => {
    const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
    if (!isInside && document.hasFocus()) apply();
  };
  return (
    <div class="item-editor" onFocusOut={onFocusOut}>
      <textarea
        ref={field}
        aria-label={label}
        rows={3}
        defaultValue={begin}
        onInput={({ currentTarget }) => draft.type(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <EditorButtons done={strings.save} onDone={apply} cancel={strings.cancel} onCancel={close} />
    </div>
  );
}

/** Offers known sections the summary lacks; a first item creates the section. */
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

/** Editor of an item no longer in the summary: the typed text stays and can be applied. */
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

/** Reports whether the summary still contains what is being edited. */
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

/** Returns a section's displayed name: translated if known, else its key. */
export function sectionTitle(
  { key, known }: Pick<SummarySection, 'key' | 'known'>,
  strings: DialogPaneStrings,
): string {
  if (known !== undefined) return strings[known];
  return key === '' ? strings.summary : key;
}

/** Returns the index of the item being edited; -1 for none. */
export function editedItem({ key, items }: SummarySection, { editor }: DraftedSummary): number {
  if (editor?.kind !== 'set' || editor.section !== key) return -1;
  return items.findIndex(({ value }) => same(value, editor.item));
}

import type { JSX } from 'preact';
import { fill } from '../../protocol/format.ts';
import { usePane } from './dialogServices.ts';
import { keyForNew, knownSections } from '../../protocol/summarySections.ts';
import { DraftEditor } from './draftEditor.tsx';
import type { SummaryDraft } from './useSummaryDraft.ts';

/** Offers the known sections the summary does not have yet; the first item makes the section. */
export function NewSections({ draft }: { draft: SummaryDraft }): JSX.Element | null {
  const { strings } = usePane();
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

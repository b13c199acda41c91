import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Json } from '../../protocol/json.ts';
import { usePane } from '../paneContext.ts';
import { ItemEditor } from './itemEditor.tsx';
import { NewSections } from './newSections.tsx';
import { SectionView } from './sectionView.tsx';
import { useSummaryDraft, type SummaryDraft } from './useSummaryDraft.ts';

interface SummaryPanelProps {
  readonly summary: Json | undefined;
  readonly editable: boolean;
}

/** The rolling summary in sections; where it may be edited, changes are gathered until saved. */
export function SummaryPanel({ summary, editable }: SummaryPanelProps): JSX.Element {
  const { strings } = usePane();
  const draft = useSummaryDraft(summary);
  // Where it stands above the messages and not beside them, it would take their place.
  const [open] = useState(() => matchMedia('(min-width: 860px)').matches);
  return (
    <details class="summary" open={open}>
      <summary class="summary-head">
        <h2>{strings.summary}</h2>
      </summary>
      <div class="summary-body">
        {draft.changed && <SaveBar draft={draft} />}
        <SummaryContent draft={draft} editable={editable} />
      </div>
    </details>
  );
}

function SummaryContent({ draft, editable }: { draft: SummaryDraft; editable: boolean }): JSX.Element {
  const { strings } = usePane();
  const { view } = draft;
  return (
    <>
      {view.kind === 'empty' && <p class="summary-empty">{strings.noSummary}</p>}
      {view.kind === 'text' && <SummaryText text={view.text} draft={draft} editable={editable} />}
      {view.kind === 'sections' &&
        view.sections.map((section) => (
          <SectionView key={section.key} section={section} draft={draft} editable={editable} />
        ))}
      {editable && view.kind !== 'text' && <NewSections draft={draft} />}
    </>
  );
}

function SaveBar({ draft }: { draft: SummaryDraft }): JSX.Element {
  const { strings } = usePane();
  return (
    <div class="save-bar">
      <span>{strings.unsaved}</span>
      <button type="button" class="button" onClick={draft.save}>
        {strings.save}
      </button>
      <button type="button" class="button button-secondary" onClick={draft.discard}>
        {strings.discard}
      </button>
    </div>
  );
}

/** A summary that is one text, as Markdown. */
function SummaryText(props: { text: string; draft: SummaryDraft; editable: boolean }): JSX.Element {
  const { text, draft, editable } = props;
  const { bodies, strings } = usePane();
  const place = useRef<HTMLDivElement>(null);
  const editing = draft.editor?.kind === 'text';
  useLayoutEffect(() => place.current?.replaceChildren(bodies.render(text)), [bodies, text, editing]);
  if (editing) {
    return (
      <ItemEditor
        text={text}
        label={strings.summary}
        onApply={(changed) => draft.apply({ kind: 'text', text: changed })}
        onCancel={draft.close}
      />
    );
  }
  return (
    <div class="summary-text">
      <div ref={place} />
      {editable && (
        <button type="button" class="link-button" onClick={() => draft.open({ kind: 'text' })}>
          {strings.editItem}
        </button>
      )}
    </div>
  );
}

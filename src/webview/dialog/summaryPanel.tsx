import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { DialogPaneState } from '../../protocol/dialogPane.ts';
import { summaryPosition } from '../../protocol/find.ts';
import type { EntryRef } from '../../protocol/summaryEdits.ts';
import type { FindInPane } from '../find/finding.tsx';
import { Marked } from '../find/marked.tsx';
import type { DialogModel } from './dialogModel.ts';
import { useDialogPane } from './dialogServices.ts';
import { SectionView } from './sectionView.tsx';
import { DraftEditor, NewSections, StrayEditor } from './summaryEditors.tsx';
import { useSummaryDraft, type DraftedSummary } from './useSummaryDraft.ts';

interface SummaryPanelProps {
  readonly model: DialogModel;
  readonly state: DialogPaneState;
  readonly finding: FindInPane;
}

/** The rolling summary by sections. If editable, changes are collected until saved. */
export function SummaryPanel({ model, state, finding }: SummaryPanelProps): JSX.Element {
  const { strings } = useDialogPane();
  const draft = useSummaryDraft(model, state);
  // In a narrow pane, an open summary above the messages would leave no room for them.
  const [open, setOpen] = useState(() => draft.changed || matchMedia('(min-width: 860px)').matches);
  const isLate = useLate(draft.changed);
  const isFound = finding.current === summaryPosition;
  const isWanted = state.reveal === summaryPosition;
  const head = useRef<HTMLElement>(null);
  const wanted = state.revealEntry;
  useEffect(() => {
    if (isFound || isWanted) setOpen(true);
    if (isWanted && wanted === undefined) head.current?.focus();
  }, [isFound, isWanted, state]);
  return (
    <details class="summary" open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary ref={head} class="summary-head">
        <h2>{strings.summary}</h2>
      </summary>
      <div class="summary-body">
        {isLate && state.gone === undefined && <SaveBar draft={draft} />}
        <Marked query={finding.query} current={isFound}>
          <div class="summary-content" data-one-stop>
            <SummaryContent draft={draft} editable={state.header.editable} wanted={wanted} />
          </div>
        </Marked>
      </div>
    </details>
  );
}

/** A save usually takes less. Milliseconds. */
const lateMs = 400;

/** Whether a value is true, and has been for a while or from the beginning. */
function useLate(value: boolean): boolean {
  const [isLate, setLate] = useState(value);
  useEffect(() => {
    if (!value) setLate(false);
    const timer = value ? setTimeout(() => setLate(true), lateMs) : undefined;
    return () => clearTimeout(timer);
  }, [value]);
  return isLate && value;
}

interface ContentProps {
  readonly draft: DraftedSummary;
  readonly editable: boolean;
  readonly wanted: EntryRef | undefined;
}

function SummaryContent({ draft, editable, wanted }: ContentProps): JSX.Element {
  const { strings } = useDialogPane();
  const { view } = draft;
  return (
    <>
      {editable && <StrayEditor draft={draft} />}
      {view.kind === 'empty' && <p class="summary-empty">{strings.noSummary}</p>}
      {view.kind === 'text' && <SummaryText text={view.text} draft={draft} editable={editable} />}
      {view.kind === 'sections' &&
        view.sections.map((section) => (
          <SectionView key={section.key} {...{ section, draft, editable, wanted }} />
        ))}
      {editable && view.kind !== 'text' && <NewSections draft={draft} />}
    </>
  );
}

function SaveBar({ draft }: { draft: DraftedSummary }): JSX.Element {
  const { strings } = useDialogPane();
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

/** A summary that is a single text, as Markdown. */
function SummaryText(props: { text: string; draft: DraftedSummary; editable: boolean }): JSX.Element {
  const { text, draft, editable } = props;
  const { bodies, strings } = useDialogPane();
  const container = useRef<HTMLDivElement>(null);
  const editing = draft.editor?.kind === 'text';
  useLayoutEffect(() => container.current?.replaceChildren(bodies.render(text)), [bodies, text, editing]);
  if (editing) {
    return (
      <DraftEditor
        draft={draft}
        text={text}
        label={strings.summary}
        editOf={(changed) => ({ kind: 'text', text: changed })}
      />
    );
  }
  return (
    <div class="summary-text">
      <div ref={container} />
      {editable && (
        <button type="button" class="link-button" onClick={() => draft.open({ kind: 'text' })}>
          {strings.editItem}
        </button>
      )}
    </div>
  );
}

import type { JSX, TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Markdown } from '../base/markdownView.tsx';
import { Notice } from '../base/notice.tsx';
import { useContextPane } from './contextServices.ts';
import { Panel } from '../base/panel.tsx';
import type { EditedSummary } from './useSummaryText.ts';

interface SummaryTextProps {
  readonly summary: EditedSummary;
  readonly editable: boolean;
}

/** The short summary of an archived context, as Markdown or being edited. */
export function SummaryText({ summary, editable }: SummaryTextProps): JSX.Element {
  const { strings } = useContextPane();
  const { stored, draft, edit } = summary;
  const open = editable && draft !== undefined;
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    // The focus was in the editor that has just gone.
    if (open || summary.asked === 0 || !document.hasFocus()) return; // the person may be elsewhere by now
    if (document.activeElement === document.body) button.current?.focus();
  }, [open]);
  return (
    <Panel title={strings.summary}>
      {open && <Editor summary={summary} text={draft} />}
      {!open && stored !== undefined && <Markdown text={stored} />}
      {!open && stored === undefined && <p class="summary-empty">{strings.noSummary}</p>}
      {!open && editable && (
        <button ref={button} type="button" class="button button-secondary" onClick={edit}>
          {stored === undefined ? strings.summarize : strings.editSummary}
        </button>
      )}
    </Panel>
  );
}

function Editor({ summary, text }: { summary: EditedSummary; text: string }): JSX.Element {
  const { strings } = useContextPane();
  const { overtaken, asked, type, save, cancel } = summary;
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    // An editor that comes back after a reload takes no focus.
    if (asked > 0) field.current?.focus();
  }, [asked]);
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLTextAreaElement>) => {
    if (event.isComposing || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    save();
  };
  return (
    <div class="item-editor">
      {overtaken && <Notice kind="warning">{strings.summaryChanged}</Notice>}
      <textarea
        ref={field}
        aria-label={strings.summaryField}
        placeholder={strings.summaryHint}
        rows={6}
        value={text}
        onInput={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div class="item-editor-buttons">
        <button type="button" class="button" onClick={save}>
          {strings.save}
        </button>
        <button type="button" class="button button-secondary" onClick={cancel}>
          {strings.cancel}
        </button>
      </div>
    </div>
  );
}

import type { JSX, TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ContextDraft, ContextPaneState } from '../../protocol/contextPane.ts';
import { defined } from '../../protocol/json.ts';
import { Markdown } from '../base/content.tsx';
import { Notice } from '../base/notices.tsx';
import { Panel } from '../base/panel.tsx';
import { newDraftId, useDraft } from '../base/useDraft.ts';
import { EditorButtons } from '../base/buttons.tsx';
import type { ContextModel } from './contextModel.ts';
import { useContextPane } from './contextServices.ts';

interface SummaryTextProps {
  readonly summary: EditedSummary;
  readonly editable: boolean;
}

/** Summary of an archived context, as Markdown or in an editor. */
export function SummaryText({ summary, editable }: SummaryTextProps): JSX.Element {
  const { strings } = useContextPane();
  const { stored, draft, edit } = summary;
  const open = editable && draft !== undefined;
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    // The focus was in the editor, which is now closed.
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
    // An editor restored after a reload takes no focus.
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
      <EditorButtons done={strings.save} onDone={save} cancel={strings.cancel} onCancel={cancel} />
    </div>
  );
}

/** A context's summary and its editor. */
export interface EditedSummary {
  /** The saved text; undefined without one. */
  readonly stored: string | undefined;
  /** Text in the editor; undefined while closed. */
  readonly draft: string | undefined;
  /** Changes whenever the editor is requested, so that it takes the focus. */
  readonly asked: number;
  /** Whether the saved text changed since the editor was opened. */
  readonly overtaken: boolean;
  /** Opens the editor. */
  readonly edit: () => void;
  readonly type: (text: string) => void;
  readonly save: () => void;
  readonly cancel: () => void;
}

/**
 * Edits the summary. The extension keeps the text until it is saved, so that no other tab or context, write of an
 * agent, reload or failed save loses it.
 */
export function useSummaryText(model: ContextModel, state: ContextPaneState): EditedSummary {
  const { send } = useContextPane();
  const { resource, summary: stored = '' } = state;
  const [draft, keep] = useDraft<ContextDraft>(model.drafts, state, (next) =>
    send(defined({ type: 'draftSummary' as const, resource, draft: next })),
  );
  const [asked, setAsked] = useState(0);
  return {
    stored: stored === '' ? undefined : stored,
    draft: draft?.text,
    asked,
    overtaken: draft !== undefined && draft.base !== stored && draft.text.trim() !== stored.trim(),
    edit: () => {
      keep({ id: newDraftId(), text: stored, base: stored });
      setAsked((times) => times + 1);
    },
    type: (text) => draft && keep({ ...draft, text }),
    save: () => send({ type: 'saveSummary', resource }),
    cancel: () => keep(undefined),
  };
}

import type { JSX } from 'preact';
import type {
  ContextPaneAction,
  ContextPaneContent,
  ContextPaneMemory,
  ContextPaneState,
} from '../../protocol/contextPane.ts';
import { Failure } from '../base/failure.tsx';
import { FindBar } from '../find/findBar.tsx';
import type { Host } from '../base/vscodeApi.ts';
import { ContextHeaderView } from './contextHeader.tsx';
import { contextKey, type ContextModel } from './contextModel.ts';
import { ContextFrame } from './contextServices.ts';
import { PreviewPanel } from './previewPanel.tsx';
import { SummaryText } from './summaryText.tsx';
import { TurnList } from './turnList.tsx';
import { useTurnFinding } from './useTurnFinding.ts';
import { useSummaryText } from './useSummaryText.ts';

interface ContextViewProps {
  readonly model: ContextModel;
  readonly content: ContextPaneContent;
  readonly host: Host<ContextPaneAction, ContextPaneMemory>;
}

/** The whole pane: header, turns, summary and preview of one context, or why it cannot be shown. */
export function ContextView({ model, content, host }: ContextViewProps): JSX.Element {
  return (
    <ContextFrame content={content} host={host}>
      {content.type === 'failure' ? (
        <Failure failure={content} onReveal={() => host.send({ type: 'command', command: 'reveal' })} />
      ) : (
        <Content key={contextKey(content.resource)} model={model} state={content} />
      )}
    </ContextFrame>
  );
}

function Content({ model, state }: { model: ContextModel; state: ContextPaneState }): JSX.Element {
  const { header, preview } = state;
  const summary = useSummaryText(model, state);
  const finding = useTurnFinding(state);
  return (
    <div class="context">
      <ContextHeaderView state={state} onFind={finding.open} />
      <div class="context-columns">
        <div class="with-find">
          {finding.opened > 0 && <FindBar finding={finding} />}
          <TurnList model={model} state={state} finding={finding} />
        </div>
        {header.status === 'archived' && (
          <div class="side">
            <SummaryText summary={summary} editable={header.editable && header.enabled} />
            {preview !== undefined && <PreviewPanel model={model} preview={preview} />}
          </div>
        )}
      </div>
    </div>
  );
}

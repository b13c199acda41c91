import type { JSX } from 'preact';
import type {
  InsightPaneAction,
  InsightPaneContent,
  InsightPaneState,
  InsightResource,
} from '../../protocol/insightPane.ts';
import type { Host } from '../base/host.ts';
import { Failure } from '../base/notices.tsx';
import { Activity } from './activity.tsx';
import { Holdings } from './holdings.tsx';
import { InsightHeader } from './insightHeader.tsx';
import { InsightFrame } from './insightServices.ts';
import { UsageSection } from './usageSection.tsx';
import { Work } from './work.tsx';

export type InsightHost = Host<InsightPaneAction, InsightResource>;

interface InsightViewProps {
  readonly content: InsightPaneContent;
  readonly host: InsightHost;
}

/** The insight pane: what agents did in a project and what it cost, or why it cannot be shown. */
export function InsightView({ content, host }: InsightViewProps): JSX.Element {
  return (
    <InsightFrame content={content} host={host}>
      {content.type === 'failure' ? <Failure failure={content} /> : <Content state={content} />}
    </InsightFrame>
  );
}

function Content({ state }: { state: InsightPaneState }): JSX.Element {
  return (
    <div class="insight" aria-busy={state.progress !== undefined}>
      <InsightHeader state={state} />
      {/* Focusable, so that the keyboard can scroll it. */}
      <div class="insight-body" tabIndex={0}>
        <UsageSection state={state} />
        <Activity state={state} />
        <Work state={state} />
        <Holdings state={state} />
      </div>
    </div>
  );
}

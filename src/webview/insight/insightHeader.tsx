import type { JSX } from 'preact';
import { fill } from '../../protocol/format.ts';
import {
  insightSpans,
  type InsightCommand,
  type InsightFilter,
  type InsightPaneState,
  type InsightSpan,
} from '../../protocol/insightPane.ts';
import type { InsightPaneStrings } from '../../protocol/insightPaneStrings.ts';
import { Progress } from '../base/facts.tsx';
import type { MenuItem } from '../base/menu.tsx';
import { PaneActions, PaneHeader } from '../base/paneHeader.tsx';
import { useInsightPane } from './insightServices.ts';

const spanNames: Readonly<Record<InsightSpan, keyof InsightPaneStrings>> = {
  7: 'last7',
  30: 'last30',
  90: 'last90',
  365: 'last365',
  0: 'always',
};

/** Header: filter, progress and actions. */
export function InsightHeader({ state }: { state: InsightPaneState }): JSX.Element {
  const { strings, format, send } = useInsightPane();
  const { project, progress } = state;
  const item = (command: InsightCommand): MenuItem => ({
    label: strings[command],
    run: () => send({ type: 'command', command }),
  });
  return (
    <PaneHeader
      title={`${strings.insight} · ${project}`}
      actions={
        <PaneActions
          label={strings.actions}
          main={item('refresh')}
          more={[item('copyJson'), item('openPrices')]}
        />
      }
    >
      <div class="facts">
        <Spans filter={state.resource.filter} />
        <ActiveLimit state={state} />
        {progress && (
          <Progress
            {...{ title: strings.reading, ended: progress.read, all: progress.all }}
            text={fill(strings.readingPlace, format.count(progress.read), format.count(progress.all))}
          />
        )}
      </div>
    </PaneHeader>
  );
}

function Spans({ filter }: { filter: InsightFilter }): JSX.Element {
  const { strings, send } = useInsightPane();
  const { day: _, ...rest } = filter;
  return (
    <div class="spans" role="group" aria-label={strings.time}>
      {insightSpans.map((days) => (
        <button
          key={days}
          type="button"
          class="span-button"
          aria-pressed={filter.day === undefined && filter.days === days}
          onClick={() => send({ type: 'filter', filter: { ...rest, days } })}
        >
          {strings[spanNames[days]]}
        </button>
      ))}
    </div>
  );
}

/** The session or day the figures are limited to, with a button to remove the limit. */
function ActiveLimit({ state }: { state: InsightPaneState }): JSX.Element | null {
  const { strings, send } = useInsightPane();
  const { agent, model, session, day, days } = state.resource.filter;
  const named = [
    agent && (state.agents.find(({ key }) => key === agent)?.label ?? agent),
    model,
    session && (state.sessionRows.find(({ key }) => key === session)?.label ?? session),
    day,
  ].filter((name) => name !== undefined && name !== '');
  if (named.length === 0) return null;
  return (
    <span class="only">
      {fill(strings.only, named.join(' · '))}{' '}
      <button type="button" class="link-button" onClick={() => send({ type: 'filter', filter: { days } })}>
        {strings.showAll}
      </button>
    </span>
  );
}

import type { JSX } from 'preact';
import {
  type InsightPaneAction,
  type InsightPaneContent,
  type InsightPaneState,
  type InsightResource,
  insightSpans,
  type InsightCommand,
  type InsightFilter,
  type InsightSpan,
} from '../../protocol/insightPane.ts';
import type { Host } from '../base/host.ts';
import { Failure } from '../base/notices.tsx';
import { Activity } from './activity.tsx';
import { InsightFrame, useInsightPane } from './insightServices.ts';
import { UsageSection } from './usageSection.tsx';
import { Work } from './work.tsx';
import { fill } from '../../protocol/format.ts';
import type { InsightPaneStrings } from '../../protocol/insightPaneStrings.ts';
import { Progress } from '../base/facts.tsx';
import type { MenuItem } from '../base/menu.tsx';
import { PaneActions, PaneHeader } from '../base/paneHeader.tsx';
import { useUniqueId } from '../base/uniqueId.ts';

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

const spanNames: Readonly<Record<InsightSpan, keyof InsightPaneStrings>> = {
  7: 'last7',
  30: 'last30',
  90: 'last90',
  365: 'last365',
  0: 'always',
};

/** Header: filter, progress and actions. */
function InsightHeader({ state }: { state: InsightPaneState }): JSX.Element {
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

const most = 12;

/** Sizes of dialogs, and use of disk space. */
function Holdings({ state }: { state: InsightPaneState }): JSX.Element | null {
  const { strings, format, send } = useInsightPane();
  const { dialogs, disk } = state;
  const [dialogsId, diskId] = [useUniqueId(), useUniqueId()];
  if (disk.length === 0 && dialogs.length === 0) return null;
  return (
    <section class="part">
      <h2>{strings.holdings}</h2>
      <div class="lists">
        <section class="figures" aria-labelledby={dialogsId}>
          <h3 id={dialogsId}>{strings.dialogSizes}</h3>
          <div class="figures-scroll" tabIndex={0} role="group" aria-labelledby={dialogsId}>
            <table data-one-stop>
              <thead>
                <tr>
                  <th scope="col">{strings.dialog}</th>
                  <th scope="col" class="number">
                    {strings.messages}
                  </th>
                  <th scope="col" class="number">
                    {strings.size}
                  </th>
                </tr>
              </thead>
              <tbody>
                {dialogs.slice(0, most).map((dialog) => (
                  <tr key={dialog.name}>
                    <th scope="row">
                      <button
                        type="button"
                        class="link-button"
                        onClick={() => send({ type: 'openDialog', dialog: dialog.name })}
                      >
                        {dialog.name}
                      </button>
                      {dialog.isOutside && <span class="badge">{strings.outside}</span>}
                    </th>
                    <td class="number">
                      {fill(strings.ofMost, format.count(dialog.messages), format.count(dialog.maxMessages))}
                    </td>
                    <td class="number">
                      {fill(strings.ofMost, format.bytes(dialog.bytes), format.bytes(dialog.maxBytes))}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
        <section class="figures" aria-labelledby={diskId}>
          <h3 id={diskId}>{strings.disk}</h3>
          <ul>
            {disk
              .filter(({ bytes }) => bytes > 0)
              .map(({ label, bytes, canGo }) => (
                <li key={label}>
                  {label} <span class="about">{format.bytes(bytes)}</span>
                  {canGo && <span class="badge">{strings.canGo}</span>}
                </li>
              ))}
          </ul>
        </section>
      </div>
    </section>
  );
}

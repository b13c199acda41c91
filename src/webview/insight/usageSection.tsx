import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { fill } from '../../protocol/format.ts';
import type { InsightPaneState, PaneUsage } from '../../protocol/insightPane.ts';
import { BarChart } from './barChart.tsx';
import { daysBetween, momentOf } from './days.ts';
import { useInsightPane } from './insightServices.ts';
import { costText, money } from './money.ts';
import { UsageTable } from './usageTable.tsx';

const measures = ['cost', 'input', 'output', 'requests'] as const;
type Measure = (typeof measures)[number];

interface SectionProps {
  readonly state: InsightPaneState;
}

/** Tokens and cost: in total, by day, agent, model and session. */
export function UsageSection({ state }: SectionProps): JSX.Element {
  const { strings, format, send } = useInsightPane();
  const { agents, models, sessionRows, days, locale, resource } = state;
  const { filter } = resource;
  const narrow = (more: object) => send({ type: 'filter', filter: { ...filter, ...more } });
  const sessions = new Map(sessionRows.map((row) => [row.key, row]));
  return (
    <section class="part">
      <h2>{strings.tokens}</h2>
      {state.total.requests > 0 && <Totals state={state} />}
      {days.length > 0 && <ByDay state={state} />}
      <UsageTable
        {...{ title: strings.byAgent, of: strings.agent, rows: agents, locale }}
        onChoose={(agent) => narrow({ agent })}
      />
      <UsageTable
        {...{ title: strings.byModel, of: strings.model, rows: models, locale }}
        onChoose={(model) => narrow({ model })}
      />
      <UsageTable
        {...{ title: strings.bySession, of: strings.session, rows: sessionRows, locale }}
        about={({ key }) => {
          const row = sessions.get(key);
          return row ? `${row.agent} · ${format.dateTime(row.activeAt)}` : '';
        }}
        onChoose={(session) => send({ type: 'openSession', session })}
      />
      <Notes state={state} />
    </section>
  );
}

function Totals({ state }: SectionProps): JSX.Element {
  const { strings, format } = useInsightPane();
  const { total, sessions, locale } = state;
  const count = (value: number | undefined): string =>
    value === undefined ? strings.unknown : format.count(value);
  const facts: readonly (readonly [string, string])[] = [
    [strings.cost, costText(total, { locale, strings, format })],
    [strings.input, count(total.input)],
    [strings.cacheRead, count(total.cacheRead)],
    [strings.cacheWrite, count(total.cacheWrite)],
    [strings.output, count(total.output)],
    [strings.requests, count(total.requests)],
    [strings.sessions, count(sessions)],
  ];
  return (
    <dl class="totals">
      {facts.map(([name, value]) => (
        <div key={name} class="total">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Returns a measure of a day; unrecorded values are drawn as 0, with a note. */
const valueOf = (usage: PaneUsage | undefined, measure: Measure): number => usage?.[measure] ?? 0;

function ByDay({ state }: SectionProps): JSX.Element {
  const { strings, format, send } = useInsightPane();
  const { days, locale, resource } = state;
  const [chosen, choose] = useState<Measure | undefined>(undefined);
  // While sessions are read, costs arrive after other figures.
  const measure = chosen ?? (state.total.cost === undefined ? 'input' : 'cost');
  const known = new Map(days.map((row) => [row.key, row]));
  const [first = '', last = ''] = [days[0]?.key, days.at(-1)?.key];
  const text = (value: number): string => (measure === 'cost' ? money(locale, value) : format.count(value));
  const dayName = (day: string): string => format.date(momentOf(day));
  const bars = daysBetween(first, last).map((day) => {
    const row = known.get(day);
    const shown = row && row[measure] === undefined ? strings.unknown : text(valueOf(row, measure));
    return { key: day, value: valueOf(row, measure), detail: fill(strings.tokensOfDay, dayName(day), shown) };
  });
  const chooseDay = (day: string) => send({ type: 'filter', filter: { ...resource.filter, day } });
  return (
    <section class="figures">
      <h3>{strings.byDay}</h3>
      <div class="spans" role="group" aria-label={strings.byDay}>
        {measures.map((each) => (
          <button
            key={each}
            type="button"
            class="span-button"
            aria-pressed={each === measure}
            onClick={() => choose(each)}
          >
            {strings[each]}
          </button>
        ))}
      </div>
      <BarChart
        {...{ bars, axis: text, name: dayName, onChoose: chooseDay }}
        label={fill(strings.chart, strings[measure], dayName(first), dayName(last))}
      />
      <details>
        <summary>{strings.table}</summary>
        <UsageTable
          {...{ title: strings.byDay, of: strings.day, rows: [...days].reverse(), locale }}
          onChoose={chooseDay}
        />
      </details>
    </section>
  );
}

function Notes({ state }: SectionProps): JSX.Element {
  const { strings, format } = useInsightPane();
  const { pricesOf, untold, unpricedModels, total } = state;
  return (
    <div class="notes">
      {total.requests === 0 && <p>{strings.noTokens}</p>}
      <p>{fill(strings.prices, pricesOf)}</p>
      {untold > 0 && <p>{fill(strings.untold, format.count(untold))}</p>}
      {unpricedModels.length > 0 && <p>{fill(strings.unpriced, unpricedModels.join(', '))}</p>}
    </div>
  );
}

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { fill } from '../../protocol/format.ts';
import type { InsightPaneState, PaneUsage, PaneUsageRow } from '../../protocol/insightPane.ts';
import { BarChart } from './barChart.tsx';
import { daysBetween, momentOf } from './days.ts';
import { useInsightPane } from './insightServices.ts';
import { money } from './money.ts';
import { useUniqueId } from '../base/uniqueId.ts';

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
          return row ? [row.agent, format.date(row.activeAt), format.time(row.activeAt)].join(' · ') : '';
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
  const { cost, unpriced } = total;
  const unpricedText =
    unpriced === 1 ? strings.unpricedRequest : fill(strings.unpricedRequests, format.count(unpriced));
  const facts: readonly (readonly [name: string, value: string, more?: string | undefined])[] = [
    [
      strings.cost,
      cost === undefined ? strings.unknown : money(locale, cost),
      cost === undefined || unpriced === 0 ? undefined : unpricedText,
    ],
    [strings.input, count(total.input)],
    [strings.cacheRead, count(total.cacheRead)],
    [strings.cacheWrite, count(total.cacheWrite)],
    [strings.output, count(total.output)],
    [strings.requests, count(total.requests)],
    [strings.sessions, count(sessions)],
  ];
  return (
    <dl class="totals">
      {facts.map(([name, value, more]) => (
        <div key={name} class="total">
          <dt>{name}</dt>
          <dd>{value}</dd>
          {more !== undefined && <dd class="about">{more}</dd>}
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
      {untold > 0 && <p>{untold === 1 ? strings.untoldOne : fill(strings.untold, format.count(untold))}</p>}
      {unpricedModels.length > 0 && <p>{fill(strings.unpriced, unpricedModels.join(', '))}</p>}
    </div>
  );
}

interface UsageTableProps {
  readonly title: string;
  /** What the rows stand for. */
  readonly of: string;
  readonly rows: readonly PaneUsageRow[];
  readonly locale: string;
  /** Handles a click on a row's name; without it, names are plain text. */
  readonly onChoose?: (key: string) => void;
  /** Text below a row's name. */
  readonly about?: (row: PaneUsageRow) => string;
}

const shownAtFirst = 8;
const columns = ['cost', 'input', 'cacheRead', 'output', 'requests'] as const;
type Column = (typeof columns)[number];

interface Order {
  readonly column: Column;
  readonly direction: 'descending' | 'ascending';
}

/** Returns the order after a click on a column: its highest values first, then its lowest, then as given. */
function nextOrder(order: Order | undefined, column: Column): Order | undefined {
  if (order?.column !== column) return { column, direction: 'descending' };
  return order.direction === 'descending' ? { column, direction: 'ascending' } : undefined;
}

/** Sorts by a column; what is not recorded comes last. */
function ordered(rows: readonly PaneUsageRow[], order: Order | undefined): readonly PaneUsageRow[] {
  if (order === undefined) return rows;
  const { column, direction } = order;
  const known = rows.filter((row) => row[column] !== undefined);
  const sorted = known.sort((a, b) => (a[column] ?? 0) - (b[column] ?? 0));
  if (direction === 'descending') sorted.reverse();
  return [...sorted, ...rows.filter((row) => row[column] === undefined)];
}

/** A table of the usage of agents, models, days or sessions. */
function UsageTable({ title, of, rows, locale, onChoose, about }: UsageTableProps): JSX.Element | null {
  const { strings, format } = useInsightPane();
  const [shown, show] = useState(shownAtFirst);
  const [order, setOrder] = useState<Order | undefined>(undefined);
  const id = useUniqueId();
  if (rows.length === 0) return null;
  const count = (value: number | undefined): string =>
    value === undefined ? strings.unknown : format.count(value);
  return (
    <section class="figures" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <div class="figures-scroll" tabIndex={0} role="group" aria-labelledby={id}>
        <table data-one-stop>
          <thead>
            <tr>
              <th scope="col">{of}</th>
              {columns.map((column) => (
                <th
                  key={column}
                  scope="col"
                  class="number"
                  aria-sort={order?.column === column ? order.direction : undefined}
                >
                  <button
                    type="button"
                    class="sort-button"
                    onClick={() => setOrder(nextOrder(order, column))}
                  >
                    {strings[column]}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ordered(rows, order)
              .slice(0, shown)
              .map((row) => (
                <tr key={row.key}>
                  <th scope="row">
                    {onChoose ? (
                      <button type="button" class="link-button" onClick={() => onChoose(row.key)}>
                        {row.label === '' ? strings.unknown : row.label}
                      </button>
                    ) : (
                      row.label
                    )}
                    {about && <div class="about">{about(row)}</div>}
                  </th>
                  <td class="number">{row.cost === undefined ? strings.unknown : money(locale, row.cost)}</td>
                  {[row.input, row.cacheRead, row.output, row.requests].map((value, at) => (
                    <td key={at} class="number">
                      {count(value)}
                    </td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </div>
      {rows.length > shown && (
        <button type="button" class="link-button" onClick={() => show(shown + 100)}>
          {fill(strings.more, format.count(Math.min(100, rows.length - shown)), format.count(rows.length))}
        </button>
      )}
    </section>
  );
}

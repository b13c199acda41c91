import { scaleSqrt } from 'd3-scale';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { fill } from '../../protocol/format.ts';
import type { InsightPaneState, PaneHour } from '../../protocol/insightPane.ts';
import { BarChart, useWidth } from './barChart.tsx';
import { daysBetween, momentOf } from './days.ts';
import { useInsightPane } from './insightServices.ts';

/** Activity by day, and by weekday and hour. */
export function Activity({ state }: { state: InsightPaneState }): JSX.Element {
  const { strings } = useInsightPane();
  const { days } = state.activity;
  return (
    <section class="part">
      <h2>{strings.activity}</h2>
      {days.length === 0 ? <p class="about">{strings.quiet}</p> : <Charts state={state} />}
    </section>
  );
}

function Charts({ state }: { state: InsightPaneState }): JSX.Element {
  const { strings, format, send } = useInsightPane();
  const { days, hours } = state.activity;
  const known = new Map(days.map((day) => [day.day, day]));
  const [first = '', last = ''] = [days[0]?.day, days.at(-1)?.day];
  const dayName = (day: string): string => format.date(momentOf(day));
  const bars = daysBetween(first, last).map((day) => {
    const value = known.get(day)?.messages ?? 0;
    return { key: day, value, detail: fill(strings.tokensOfDay, dayName(day), format.count(value)) };
  });
  const { filter } = state.resource;
  return (
    <>
      <BarChart
        {...{ bars, name: dayName, axis: (value) => format.count(value) }}
        label={fill(strings.chart, strings.messages, dayName(first), dayName(last))}
        onChoose={(day) => send({ type: 'filter', filter: { ...filter, day } })}
      />
      <details>
        <summary>{strings.table}</summary>
        <div class="figures-scroll" tabIndex={0} role="group" aria-label={strings.activity}>
          <table>
            <thead>
              <tr>
                <th scope="col">{strings.day}</th>
                <th scope="col" class="number">
                  {strings.messages}
                </th>
                <th scope="col" class="number">
                  {strings.sessions}
                </th>
              </tr>
            </thead>
            <tbody>
              {[...days].reverse().map(({ day, messages, sessions }) => (
                <tr key={day}>
                  <th scope="row">{dayName(day)}</th>
                  <td class="number">{format.count(messages)}</td>
                  <td class="number">{format.count(sessions)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
      <HeatMap hours={hours} locale={state.locale} />
    </>
  );
}

const gap = 2;
const left = 44;
const top = 16;
/** Width until the page has measured it. Pixels. */
const defaultWidth = 572;
const weekdays = [0, 1, 2, 3, 4, 5, 6];
const dayHours = Array.from({ length: 24 }, (_, hour) => hour);

/** A square per hour of the week, darker for more messages, with its number. */
function HeatMap({ hours, locale }: { hours: readonly PaneHour[]; locale: string }): JSX.Element {
  const { strings, format } = useInsightPane();
  const picture = useRef<SVGSVGElement>(null);
  const width = useWidth(picture, defaultWidth);
  const cell = (width - left) / 24;
  const known = new Map(hours.map((each) => [`${each.weekday} ${each.hour}`, each.messages]));
  const most = Math.max(1, ...hours.map(({ messages }) => messages));
  const opacity = scaleSqrt([0, most], [0.06, 1]);
  const names = weekdayNames(locale);
  return (
    <section class="figures">
      <h3>{strings.heat}</h3>
      <svg
        ref={picture}
        class="chart heat"
        role="img"
        aria-label={strings.heat}
        viewBox={`0 0 ${width} ${top + 7 * cell}`}
      >
        {[0, 6, 12, 18].map((hour) => (
          <text key={hour} class="chart-text" x={left + hour * cell} y={top - 5}>
            {`${hour}:00`}
          </text>
        ))}
        {weekdays.map((weekday) => (
          <g key={weekday}>
            <text class="chart-text" x={left - 6} y={top + (weekday + 0.5) * cell + 3} text-anchor="end">
              {names[weekday]}
            </text>
            {dayHours.map((hour) => {
              const messages = known.get(`${weekday} ${hour}`) ?? 0;
              const detail = fill(
                strings.heatCell,
                names[weekday] ?? '',
                String(hour),
                format.count(messages),
              );
              return (
                <rect
                  key={hour}
                  class={messages === 0 ? 'heat-cell heat-none' : 'heat-cell'}
                  x={left + hour * cell}
                  y={top + weekday * cell}
                  width={cell - gap}
                  height={cell - gap}
                  rx={Math.min(3, cell / 5)}
                  fill-opacity={opacity(messages)}
                >
                  <title>{detail}</title>
                </rect>
              );
            })}
          </g>
        ))}
      </svg>
      <details>
        <summary>{strings.table}</summary>
        <HeatTable {...{ known, names }} />
      </details>
    </section>
  );
}

interface HeatTableProps {
  readonly known: ReadonlyMap<string, number>;
  readonly names: readonly string[];
}

function HeatTable({ known, names }: HeatTableProps): JSX.Element {
  const { strings, format } = useInsightPane();
  return (
    <div class="figures-scroll" tabIndex={0} role="group" aria-label={strings.heat}>
      <table>
        <thead>
          <tr>
            <th scope="col">{strings.weekday}</th>
            {dayHours.map((hour) => (
              <th key={hour} scope="col" class="number">
                {hour}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weekdays.map((weekday) => (
            <tr key={weekday}>
              <th scope="row">{names[weekday]}</th>
              {dayHours.map((hour) => (
                <td key={hour} class="number">
                  {format.count(known.get(`${weekday} ${hour}`) ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Returns the short names of weekdays from Monday. */
function weekdayNames(locale: string): readonly string[] {
  const name = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  return weekdays.map((weekday) => name.format(new Date(Date.UTC(2024, 0, 1 + weekday))));
}

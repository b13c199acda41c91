import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { fill } from '../../protocol/format.ts';
import type { PaneUsageRow } from '../../protocol/insightPane.ts';
import { useUniqueId } from '../base/uniqueId.ts';
import { useInsightPane } from './insightServices.ts';
import { money } from './money.ts';

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
export function UsageTable({
  title,
  of,
  rows,
  locale,
  onChoose,
  about,
}: UsageTableProps): JSX.Element | null {
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

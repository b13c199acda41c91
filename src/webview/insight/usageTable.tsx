import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { fill } from '../../protocol/format.ts';
import type { PaneUsageRow } from '../../protocol/insightPane.ts';
import { useUniqueId } from '../base/uniqueId.ts';
import { useInsightPane } from './insightServices.ts';
import { money } from './money.ts';

interface UsageTableProps {
  readonly title: string;
  /** What the rows are of. */
  readonly of: string;
  readonly rows: readonly PaneUsageRow[];
  readonly locale: string;
  /** What a click on the name of a row does; without it names are text. */
  readonly onChoose?: (key: string) => void;
  /** Told below the name of a row. */
  readonly about?: (row: PaneUsageRow) => string;
}

const shownAtFirst = 8;

/** The usage of agents, models, days or sessions, a row each. */
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
  const id = useUniqueId();
  if (rows.length === 0) return null;
  const count = (value: number | undefined): string =>
    value === undefined ? strings.unknown : format.count(value);
  const columns = ['cost', 'input', 'cacheRead', 'output', 'requests'] as const;
  return (
    <section class="figures" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <div class="figures-scroll" tabIndex={0} role="group" aria-labelledby={id}>
        <table>
          <thead>
            <tr>
              <th scope="col">{of}</th>
              {columns.map((column) => (
                <th key={column} scope="col" class="number">
                  {strings[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((row) => (
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
          {fill(strings.more, format.count(Math.min(100, rows.length - shown)))}
        </button>
      )}
    </section>
  );
}

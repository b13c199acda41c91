import { fill, type Format } from '../../protocol/format.ts';
import type { PaneUsage } from '../../protocol/insightPane.ts';
import type { InsightPaneStrings } from '../../protocol/insightPaneStrings.ts';

/** Formats US dollars, to the cent if that is precise enough; a note in the pane names the currency. */
export function money(locale: string, value: number): string {
  const digits = value !== 0 && value < 0.1 ? 4 : 2;
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);
}

interface Words {
  readonly locale: string;
  readonly strings: InsightPaneStrings;
  readonly format: Format;
}

/** Describes the cost of requests, and how many have an unknown cost. */
export function costText({ cost, unpriced }: PaneUsage, { locale, strings, format }: Words): string {
  if (cost === undefined) return strings.unknown;
  const known = money(locale, cost);
  return unpriced === 0 ? known : fill(strings.costSome, known, format.count(unpriced));
}

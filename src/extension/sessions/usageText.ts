import { l10n } from 'vscode';
import type { SessionUsageRow } from '../../insight/usage/types.ts';
import { number } from '../base/notices.ts';

type Counted = Pick<SessionUsageRow, 'input' | 'output' | 'cost' | 'unpriced'>;

/** Describes recorded tokens and their cost; a minimum if some cost is unknown. */
export function usageTexts({ input, output, cost, unpriced }: Counted): readonly string[] {
  const tokens = [input, output].map((count) => (count === undefined ? '–' : number(count)));
  const dollars = cost === undefined ? [] : [`${unpriced > 0 ? '≥ ' : ''}$${cost.toFixed(2)}`];
  return [
    l10n.t('Tokens: {0} in, {1} out', tokens[0] ?? '–', tokens[1] ?? '–'),
    ...dollars.map((amount) => l10n.t('Cost at list prices: {0}', amount)),
  ];
}

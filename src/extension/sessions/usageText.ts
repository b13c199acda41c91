import { l10n } from 'vscode';
import type { SessionUsageRow } from '../../store/usage/types.ts';
import { number } from '../base/notices.ts';

type Counted = Pick<SessionUsageRow, 'input' | 'output' | 'cost' | 'unpriced'>;

/** The tokens that a transcript tells of, and what they cost; where some cost nothing that is known, the least. */
export function usageTexts({ input, output, cost, unpriced }: Counted): readonly string[] {
  const tokens = [input, output].map((count) => (count === undefined ? '–' : number(count)));
  const dollars = cost === undefined ? [] : [`${unpriced > 0 ? '≥ ' : ''}$${cost.toFixed(2)}`];
  return [
    l10n.t('Tokens: {0} in, {1} out', tokens[0] ?? '–', tokens[1] ?? '–'),
    ...dollars.map((amount) => l10n.t('Cost at list prices: {0}', amount)),
  ];
}

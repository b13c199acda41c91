/** What a figure may be at most: itself, as a part of the reference, or more than the reference. */
export type Limit = { readonly ours: number } | { readonly ratio: number } | { readonly more: number };

/** One figure of the table. */
export interface Row {
  readonly what: string;
  /** Of the history; absent where there is none. */
  readonly size?: string;
  readonly unit: 'ms' | 'KiB' | 'MiB';
  readonly ours: number;
  /** What it is compared with, measured in the same run. */
  readonly reference?: { readonly name: string; readonly value: number };
  readonly limit?: Limit;
}

/** A row as it is told: the ratio, and whether the limit is kept. */
export interface ToldRow extends Row {
  readonly subject: string;
  readonly ratio?: number;
  readonly isReached?: boolean;
}

export function told(subject: string, row: Row): ToldRow {
  const { ours, reference, limit } = row;
  const isReached = limit && isKept(limit, ours, reference?.value ?? NaN);
  return {
    subject,
    ...row,
    ...(reference && { ratio: ours / reference.value }),
    ...(isReached !== undefined && { isReached }),
  };
}

function isKept(limit: Limit, ours: number, reference: number): boolean {
  if ('ours' in limit) return ours <= limit.ours;
  return 'ratio' in limit ? ours <= limit.ratio * reference : ours <= limit.more + reference;
}

export const heads = ['what', 'size', 'ours', 'reference', 'ratio', 'limit', 'reached'] as const;

/** The cells of a row, in the order of the heads. */
export function cells({
  what,
  size = '',
  unit,
  ours,
  reference,
  ratio,
  limit,
  isReached,
}: ToldRow): string[] {
  const value = (number: number): string => `${amount(number)} ${unit}`;
  return [
    ...[what, size, value(ours), reference ? `${reference.name}: ${value(reference.value)}` : ''],
    ratio === undefined ? '' : ratio.toFixed(2),
    limitText(limit, value),
    isReached === undefined ? '' : isReached ? 'yes' : 'no',
  ];
}

function limitText(limit: Limit | undefined, value: (number: number) => string): string {
  if (!limit) return '';
  if ('ours' in limit) return value(limit.ours);
  return 'ratio' in limit ? `ratio ${limit.ratio}` : `+ ${value(limit.more)}`;
}

/** Three digits say enough of what was measured. */
const amount = (number: number): string =>
  number < 10
    ? number.toFixed(2)
    : number < 100
      ? number.toFixed(1)
      : Math.round(number).toLocaleString('en');

export const sizeName = (messages: number): string => `${messages.toLocaleString('en')} messages`;

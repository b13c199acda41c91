/** A figure of the table. */
export interface HubRow {
  readonly what: string;
  readonly ours: string;
  /** What the engine does by itself, in the same run. */
  readonly engine?: string;
  readonly goal?: string;
  readonly reached?: boolean;
}

const heads = ['what', 'ours', 'the engine itself', 'goal', 'reached'];

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

export const headLines = [line(heads), line(heads.map(() => '---'))].join('\n');

export const rowLine = ({ what, ours, engine = '', goal = '', reached }: HubRow): string =>
  line([what, ours, engine, goal, reached === undefined ? '' : reached ? 'yes' : 'no']);

export const perSecond = (count: number, ms: number): number => (count / ms) * 1_000;

export const inWords = {
  rate: (count: number, ms: number): string =>
    `${Math.round(perSecond(count, ms)).toLocaleString('en')} messages/s`,
  seconds: (ms: number): string => `${(ms / 1_000).toFixed(1)} s`,
  ms: (ms: number): string => `${ms < 10 ? ms.toFixed(1) : ms.toFixed(0)} ms`,
  worked: (ms: number): string => ` (${(ms / 1_000).toFixed(1)} s of processor time)`,
  mebibytes: (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MiB`,
};

/** The value that so many percent of some are not over. */
export const percentile = (values: readonly number[], percent: number): number =>
  [...values].sort((a, b) => a - b)[Math.ceil((values.length * percent) / 100) - 1] ?? NaN;

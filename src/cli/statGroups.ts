/** Groupings of the rows of `stats`. */
export const statGroups = ['agent', 'model', 'day', 'session'] as const;
export type StatGroup = (typeof statGroups)[number];

export interface StatsOptions {
  readonly by?: StatGroup;
  readonly since?: string;
  readonly limit?: number;
}

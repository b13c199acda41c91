export const horizons = ['daily', 'weekly', 'monthly', 'quarterly', 'yearly'] as const;
/** The last 1, 7, 30, 90 or 365 days. */
export type Horizon = (typeof horizons)[number];

export const scheduleIntervals = ['daily', 'weekly', 'monthly'] as const;
export type ScheduleInterval = (typeof scheduleIntervals)[number];

/** The automatic consolidation of memories, with the action `run`. */
export interface Schedule {
  readonly every: ScheduleInterval;
  readonly horizon: Horizon;
  /** Time when it was set. Milliseconds. */
  readonly since: number;
  /** Time of the last run, even one without effect. Milliseconds. */
  readonly lastRun?: number;
  /** Id of its latest consolidation. */
  readonly run?: string;
  /** Whether it waits to be set again because its run was undone. */
  readonly paused: boolean;
}

export const consolidationActions = [
  'status',
  'associate',
  'cluster',
  'compress',
  'forget',
  'run',
  'undo',
] as const;
export type ConsolidationAction = (typeof consolidationActions)[number];

import { defined, type Lease } from '../base/core.ts';
import { TimeSlices } from '../base/timeSlices.ts';
import { withStoreErrors } from '../files/failure.ts';
import { isTaken } from '../files/way.ts';
import type { StoreContext } from '../base/context.ts';
import { CareFile } from './careFile.ts';
import { consolidate } from './consolidation.ts';
import type { MemoryLog } from './memoryLog.ts';
import type { Consolidation, Horizon, MemoryCare, Schedule, ScheduleInterval } from './types.ts';

const dayMs = 24 * 60 * 60 * 1_000;
const intervalMs: Readonly<Record<ScheduleInterval, number>> = {
  daily: dayMs,
  weekly: 7 * dayMs,
  monthly: 30 * dayMs,
};

/** How memories are looked after; what the methods promise stands at `MemoryCare`. */
export class Care implements MemoryCare {
  readonly #context: StoreContext;
  readonly #log: MemoryLog;
  readonly #file: CareFile;

  constructor(context: StoreContext, log: MemoryLog) {
    this.#context = context;
    this.#log = log;
    this.#file = new CareFile(context, log.folder);
  }

  async scheduled() {
    const { schedule } = await withStoreErrors(() => this.#file.read());
    return schedule && { ...schedule, next: nextRun(schedule) };
  }

  async schedule(every: ScheduleInterval | 'off', horizon: Horizon): Promise<void> {
    const set = { every, horizon, since: this.#context.clock.now(), paused: false };
    const schedule = set.every === 'off' ? undefined : { ...set, every: set.every };
    await this.#log.change(({ lease }) =>
      this.#file.change(lease, ({ lastExport }) => ({
        ...defined({ lastExport }),
        ...(schedule && { schedule }),
      })),
    );
  }

  async consolidateIfDue(): Promise<Consolidation | undefined> {
    if (this.#context.isReadOnly() || !this.#isDue(await this.scheduled())) return undefined;
    return this.#log.change(async ({ state, append, lease }) => {
      const { schedule } = await this.#file.read();
      if (!this.#isDue(schedule)) return undefined; // another process was as quick
      const now = this.#context.clock.now();
      const { horizon } = schedule;
      const { report, records } = await consolidate(
        'run',
        state,
        { horizon, dryRun: false, now, secrets: this.#context.secrets },
        new TimeSlices(),
      );
      await append(records);
      const done = { ...schedule, lastRun: now, ...defined({ run: report.run }) };
      await this.#file.change(lease, (care) => ({ ...care, schedule: done }));
      return report;
    });
  }

  /** After what it did was taken back, the schedule would do the same again: it waits until it is set anew. */
  async undone(run: string | undefined, lease: Lease): Promise<void> {
    const { schedule } = await this.#file.read();
    if (!schedule || run === undefined || schedule.run !== run) return;
    await this.#file.change(lease, (care) => ({ ...care, schedule: { ...schedule, paused: true } }));
  }

  async lastExport(): Promise<number | undefined> {
    return (await withStoreErrors(() => this.#file.read())).lastExport;
  }

  async noteExport(): Promise<void> {
    const { isReadOnly, clock, log } = this.#context;
    if (isReadOnly() || !isTaken(this.#log.file)) return;
    const lastExport = clock.now();
    try {
      await this.#log.change(({ lease }) => this.#file.change(lease, (care) => ({ ...care, lastExport })));
    } catch (error) {
      log.warn(`that memories were exported could not be noted: ${String(error)}`);
    }
  }

  #isDue(schedule: Schedule | undefined): schedule is Schedule {
    const next = schedule && nextRun(schedule);
    return next !== undefined && next <= this.#context.clock.now();
  }
}

/** When a schedule comes next; undefined while it is paused. Milliseconds. */
const nextRun = ({ every, since, lastRun, paused }: Schedule): number | undefined =>
  paused ? undefined : (lastRun ?? since) + intervalMs[every];

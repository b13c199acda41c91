import { defined, type Lease, errorMessage } from '../../disk/base/core.ts';
import { TimeSlices } from '../../disk/base/timeSlices.ts';
import { withStoreErrors } from '../../disk/files/failure.ts';
import { isTaken } from '../../disk/files/way.ts';
import { isChangeable } from '../../disk/files/historyFormat.ts';
import type { StoreContext } from '../../disk/base/context.ts';
import { MaintenanceFile } from './maintenanceFile.ts';
import { consolidate } from './consolidation.ts';
import type { MemoryLog } from './memoryLog.ts';
import type { Horizon, Schedule, ScheduleInterval } from './scheduleTypes.ts';
import type { Consolidation, MemoryMaintenance } from './types.ts';

const dayMs = 24 * 60 * 60 * 1_000;
const intervalMs: Readonly<Record<ScheduleInterval, number>> = {
  daily: dayMs,
  weekly: 7 * dayMs,
  monthly: 30 * dayMs,
};

/** Scheduled maintenance of memories, see `MemoryMaintenance`. */
export class ScheduledMaintenance implements MemoryMaintenance {
  readonly #context: StoreContext;
  readonly #log: MemoryLog;
  readonly #file: MaintenanceFile;

  constructor(context: StoreContext, log: MemoryLog) {
    this.#context = context;
    this.#log = log;
    this.#file = new MaintenanceFile(context, log.folder);
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
    if (!this.#mayWrite()) return undefined;
    await this.#log.dropDeleted();
    if (!this.#isDue(await this.scheduled())) return undefined;
    return this.#log.change(async ({ state, append, lease }) => {
      const { schedule } = await this.#file.read();
      if (!this.#isDue(schedule)) return undefined; // another process was faster
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
      await this.#file.change(lease, (record) => ({ ...record, schedule: done }));
      return report;
    });
  }

  /** Pauses the schedule after its run was undone, as it would repeat it, until it is set again. */
  async undone(run: string | undefined, lease: Lease): Promise<void> {
    const { schedule } = await this.#file.read();
    if (!schedule || run === undefined || schedule.run !== run) return;
    await this.#file.change(lease, (record) => ({ ...record, schedule: { ...schedule, paused: true } }));
  }

  async lastExport(): Promise<number | undefined> {
    return (await withStoreErrors(() => this.#file.read())).lastExport;
  }

  async noteExport(): Promise<void> {
    const { clock, log } = this.#context;
    if (!this.#mayWrite() || !isTaken(this.#log.file)) return;
    const lastExport = clock.now();
    try {
      await this.#log.change(({ lease }) =>
        this.#file.change(lease, (record) => ({ ...record, lastExport })),
      );
    } catch (error) {
      log.warn(`that memories were exported could not be noted: ${errorMessage(error)}`);
    }
  }

  #mayWrite(): boolean {
    const { folder, isReadOnly } = this.#context;
    return !isReadOnly() && isChangeable(folder);
  }

  #isDue(schedule: Schedule | undefined): schedule is Schedule {
    const next = schedule && nextRun(schedule);
    return next !== undefined && next <= this.#context.clock.now();
  }
}

/** Time of the next run, milliseconds; undefined while paused. */
const nextRun = ({ every, since, lastRun, paused }: Schedule): number | undefined =>
  paused ? undefined : (lastRun ?? since) + intervalMs[every];

import { updateJson } from '../../disk/files/smallFile.ts';
import { defined, isObject, isoTime, type Lease } from '../../disk/base/core.ts';
import { join } from 'node:path';
import { readJson, WrongContent } from '../../disk/files/json.ts';
import type { StoreContext } from '../../disk/base/context.ts';
import { parseTime } from './records.ts';
import { horizons, scheduleIntervals, type Schedule } from './scheduleTypes.ts';

/** The file of the maintenance record, in the folder of memories. */
export const maintenanceName = 'care.json';

/** The maintenance record of the memories. */
export interface MaintenanceRecord {
  /** Time of the last export to a file. Milliseconds. */
  readonly lastExport?: number;
  readonly schedule?: Schedule;
}

/** `.memory/care.json`: the last export and the schedule of consolidation. */
export class MaintenanceFile {
  readonly #file: string;
  readonly #context: StoreContext;

  /** `folder`: the folder of the memories. */
  constructor(context: StoreContext, folder: string) {
    this.#context = context;
    this.#file = join(folder, maintenanceName);
  }

  /** Reads the file; empty where it is missing or damaged. The next change moves a damaged one aside. */
  async read(): Promise<MaintenanceRecord> {
    const read = await readJson(this.#file, parseRecord);
    return read.state === 'read' ? read.value : {};
  }

  /** Rewrites the file under the lock of the memories; fields that the change omits are removed. */
  async change(lease: Lease, change: (record: MaintenanceRecord) => MaintenanceRecord): Promise<void> {
    const { clock, log } = this.#context;
    const write = (record: MaintenanceRecord | undefined): string => formatRecord(change(record ?? {}));
    const aside = await updateJson(this.#file, parseRecord, write, { lease, clock });
    if (aside) log.warn(`${maintenanceName} was damaged (${aside.reason}) and is kept as ${aside.keptAs}`);
  }
}

function parseRecord(value: unknown): MaintenanceRecord {
  if (!isObject(value)) throw new WrongContent('not an object');
  const lastExport = parseTime(value.lastExport);
  const schedule = parseSchedule(value.consolidation);
  return { ...defined({ lastExport }), ...(schedule && { schedule }) };
}

function parseSchedule(value: unknown): Schedule | undefined {
  if (!isObject(value)) return undefined;
  const every = scheduleIntervals.find((known) => known === value.every);
  const horizon = horizons.find((known) => known === value.horizon);
  const since = parseTime(value.since);
  const lastRun = parseTime(value.lastRun);
  if (!every || !horizon || since === undefined) return undefined;
  return {
    every,
    horizon,
    since,
    paused: value.paused === true,
    ...defined({ lastRun }),
    ...(typeof value.run === 'string' && { run: value.run }),
  };
}

function formatRecord({ lastExport, schedule }: MaintenanceRecord): string {
  const { since, lastRun, ...rest } = schedule ?? {};
  return JSON.stringify({
    v: 1,
    ...(lastExport !== undefined && { lastExport: isoTime(lastExport) }),
    ...(since !== undefined && {
      consolidation: {
        ...rest,
        since: isoTime(since),
        ...(lastRun !== undefined && { lastRun: isoTime(lastRun) }),
      },
    }),
  });
}

import { updateJson } from '../files/smallFile.ts';
import { defined, isObject, isoTime, type Lease } from '../base/core.ts';
import { join } from 'node:path';
import { readJson, WrongContent } from '../files/json.ts';
import type { StoreContext } from '../base/context.ts';
import { careName } from './places.ts';
import { parseTime } from './records.ts';
import { horizons, scheduleIntervals, type Schedule } from './types.ts';

/** What is known of how the memories are looked after. */
export interface CareRecord {
  /** When they were last exported to a file. Milliseconds. */
  readonly lastExport?: number;
  readonly schedule?: Schedule;
}

/** `.memory/care.json`: when memories were exported, and how they are consolidated. */
export class CareFile {
  readonly #file: string;
  readonly #context: StoreContext;

  /** `folder` is that of the memories. */
  constructor(context: StoreContext, folder: string) {
    this.#context = context;
    this.#file = join(folder, careName);
  }

  /** What the file says; nothing where it is missing or damaged, which the next change puts aside. */
  async read(): Promise<CareRecord> {
    const read = await readJson(this.#file, parseCare);
    return read.state === 'read' ? read.value : {};
  }

  /** Changes the file under the lock of the memories; what the change leaves out is gone. */
  async change(lease: Lease, change: (care: CareRecord) => CareRecord): Promise<void> {
    const { clock, log } = this.#context;
    const write = (care: CareRecord | undefined): string => formatCare(change(care ?? {}));
    const aside = await updateJson(this.#file, parseCare, write, { lease, clock });
    if (aside) log.warn(`${careName} was damaged (${aside.reason}) and is kept as ${aside.keptAs}`);
  }
}

function parseCare(value: unknown): CareRecord {
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
    ...{ every, horizon, since, paused: value.paused === true },
    ...defined({ lastRun }),
    ...(typeof value.run === 'string' && { run: value.run }),
  };
}

function formatCare({ lastExport, schedule }: CareRecord): string {
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

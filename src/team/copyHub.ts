import { atMost, systemClock, type Clock } from '../disk/base/context.ts';
import { silentLog, StoreError, type Log, errorMessage } from '../disk/base/core.ts';
import { makeScratch, removeScratch } from '../disk/files/scratch.ts';
import { isUuid } from '../disk/files/projectId.ts';
import { MemoryLog } from '../history/memory/memoryLog.ts';
import { connectHub } from './connection.ts';
import { copyRecords, type CopiedHistory } from './copyRecords.ts';
import { parseHubUrl, type HubAddress } from './hubUrl.ts';
import type { LocalHistory } from './localHistory.ts';
import { hubProjects, joinProject } from './members.ts';
import { checkSchema } from './migrate.ts';
import { newestNumber, pullRecords } from './pull.ts';
import type { HubConnection } from './types.ts';

/** How long a state counts as current, and how long the hub is left alone after a failure. Milliseconds. */
const restMs = { answered: 1_000, failed: 5_000 };
/** How long callers wait for news: the first time, later, and after a failed attempt. Milliseconds. */
const patienceMs = { first: 30_000, later: 3_000, failed: 500 };
/** Closes an unused connection, which lets databases sleep. Milliseconds. */
const idleMs = 60_000;

/** How much of the hub is in the copy. */
export interface CopyState {
  /** The last number copied, and the hub's newest as far as known. */
  readonly copied: number;
  readonly newest: number;
  /** Why the last attempt failed, and when the hub last answered, milliseconds. */
  readonly problem?: { readonly error: StoreError; readonly since: number };
}

/** A read-only copy of everyone's history in a hub project, in a private temporary folder. */
export interface HubCopy {
  /** Used like the folder of a project. Deleted with this process or by `close`. */
  readonly folder: string;
  /**
   * Updates the copy if the hub answers in time; otherwise the old content remains. Throws if the person no longer
   * has access.
   */
  current(): Promise<void>;
  state(): CopyState;
  close(): Promise<void>;
}

export interface HubCopyOptions {
  /** As for `parseHubUrl`. */
  readonly url: string;
  /** Id of the project in the hub. */
  readonly project: string;
  readonly log?: Log;
  readonly clock?: Clock;
  /** Opens the history in a folder, without masking. */
  readonly open: (folder: string) => LocalHistory;
}

/** Verifies that this person may read the project, and starts copying. Throws a `StoreError` otherwise. */
export async function copyHub(options: HubCopyOptions): Promise<HubCopy> {
  const address = parseHubUrl(options.url);
  const project = options.project.toLowerCase();
  if (!isUuid(project))
    throw new StoreError(
      'invalid_argument',
      `--project is ${JSON.stringify(options.project)}; give the id of a project in the hub, which mcp-history-store team status tells.`,
    );
  const connection = await connectHub(address);
  try {
    await checkSchema(connection);
    await joinKnown(connection, project);
    const copy = new Copy({ ...options, address, project }, await makeScratch(), connection);
    copy.begin();
    return copy;
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/** Suggests the right ids for a wrong one. */
async function joinKnown(connection: HubConnection, project: string): Promise<void> {
  try {
    await joinProject(connection, project);
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'outside') throw error;
    const known = (await hubProjects(connection)).map(({ id, name }) => `${id} (${name})`);
    const yours = known.length === 0 ? 'You are in none.' : `You are in: ${known.join(', ')}.`;
    throw new StoreError('outside', `${error.message} ${yours}`, error.data);
  }
}

interface CopyOptions extends HubCopyOptions {
  readonly address: HubAddress;
}

class Copy implements HubCopy {
  readonly folder: string;
  readonly #options: CopyOptions;
  readonly #clock: Clock;
  readonly #history: CopiedHistory;
  #connection: HubConnection | undefined;
  #idle: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #closed = false;
  #cursor = 0;
  #newest = 0;
  #isWhole = false;
  #askedAt = -Infinity;
  #answeredAt: number;
  #problem: StoreError | undefined;

  constructor(options: CopyOptions, folder: string, connection: HubConnection) {
    const { open, clock = systemClock, address } = options;
    this.folder = folder;
    this.#options = options;
    this.#clock = clock;
    this.#connection = connection;
    this.#answeredAt = clock.now();
    const local = open(folder);
    const memoryLog = new MemoryLog(local.context);
    this.#history = { local, memoryLog, person: address.user, holders: new Map() };
  }

  begin(): void {
    void this.#bring();
  }

  async current(): Promise<void> {
    const { first, later, failed } = patienceMs;
    await atMost(this.#bring(), this.#problem ? failed : this.#isWhole ? later : first);
    if (this.#problem && isShutOut(this.#problem)) throw this.#problem;
  }

  state(): CopyState {
    const problem = this.#problem && { error: this.#problem, since: this.#answeredAt };
    return { copied: this.#cursor, newest: this.#newest, ...(problem && { problem }) };
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#disconnect();
    await this.#running;
    await removeScratch(this.folder);
  }

  /** Never fails. */
  async #bring(): Promise<void> {
    const rest = this.#problem ? restMs.failed : restMs.answered;
    if (this.#running) return this.#running;
    if (this.#closed || Math.abs(this.#clock.now() - this.#askedAt) < rest) return undefined;
    this.#running = this.#bringNew().finally(() => {
      this.#askedAt = this.#clock.now();
      this.#running = undefined;
    });
    return this.#running;
  }

  async #bringNew(): Promise<void> {
    clearTimeout(this.#idle);
    try {
      const connection = (this.#connection ??= await connectHub(this.#options.address));
      await this.#pull(connection);
      if (this.#problem) this.#log.info('the hub answers again');
      this.#problem = undefined;
      this.#isWhole = true;
      this.#answeredAt = this.#clock.now();
      this.#idle = setTimeout(() => void this.#disconnect(), idleMs).unref();
    } catch (error) {
      const known = this.#problem;
      this.#problem =
        error instanceof StoreError
          ? error
          : new StoreError('storage', errorMessage(error), {}, { cause: error });
      if (!known && !this.#closed) this.#log.warn(this.#problem.message);
      await this.#disconnect();
    }
  }

  async #pull(connection: HubConnection): Promise<void> {
    const { project } = this.#options;
    const newest = await newestNumber(connection, project);
    // A person removed from the project sees none.
    if (newest === 0 && (this.#cursor > 0 || this.#problem)) await joinProject(connection, project);
    if (newest < this.#cursor) this.#cursor = 0; // the project was recreated or restored
    this.#newest = newest;
    await pullRecords(connection, { project, cursor: this.#cursor, of: 'all' }, async (page) => {
      await copyRecords(this.#history, page.records);
      this.#cursor = page.cursor;
      this.#newest = Math.max(newest, page.cursor);
    });
  }

  async #disconnect(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    await connection?.close();
  }

  get #log(): Log {
    return this.#options.log ?? silentLog;
  }
}

/** Reports whether the hub denies this person access, rather than being unavailable. */
function isShutOut({ code, data }: StoreError): boolean {
  return code === 'outside' || (typeof data.code === 'string' && /^28|^42501$/.test(data.code));
}

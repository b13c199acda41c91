import { atMost, systemClock, type Clock } from './base/context.ts';
import { silentLog, StoreError, type Log } from './base/core.ts';
import { makeScratch, removeScratch } from './files/scratch.ts';
import { isUuid } from './files/projectId.ts';
import { connectHub } from './hub/connection.ts';
import { copyRecords, type CopiedHistory } from './hub/copyRecords.ts';
import type { HubAddress } from './hub/hubUrl.ts';
import { hubProjects, joinProject } from './hub/members.ts';
import { checkSchema } from './hub/migrate.ts';
import { newestNumber, pullRecords } from './hub/pull.ts';
import type { HubConnection } from './hub/types.ts';
import { openHubHistory } from './hubHistory.ts';
import { MemoryLog } from './memory/memoryLog.ts';

/** So long a state counts as the present one, and after a failure the hub is left alone. Milliseconds. */
const restMs = { answered: 1_000, failed: 5_000 };
/** Whoever asks waits at most so long for what is new: the first time, later, and where the hub did not answer last. Milliseconds. */
const patienceMs = { first: 30_000, later: 3_000, failed: 500 };
/** A connection that nobody needs ends, which lets databases sleep. Milliseconds. */
const idleMs = 60_000;

/** How much of the hub is here. */
export interface CopyState {
  /** Up to which number its changes are here, and which one it gave last, as far as that is known. */
  readonly copied: number;
  readonly newest: number;
  /** Why it was not asked the last time, and when it answered before, milliseconds. */
  readonly problem?: { readonly error: StoreError; readonly since: number };
}

/** A history in a private temporary folder that holds what a project of a hub has, of all its people, for reading. */
export interface HubCopy {
  /** Takes the place of the folder of a project. It goes with this process, or by `close`. */
  readonly folder: string;
  /**
   * Brings it up to date as far as the hub answers in time; what is here stays readable where it does not. Throws where the
   * hub does not let the person in any more.
   */
  current(): Promise<void>;
  state(): CopyState;
  close(): Promise<void>;
}

export interface HubCopyOptions {
  readonly address: HubAddress;
  /** The id of a project in the hub. */
  readonly project: string;
  readonly log?: Log;
  readonly clock?: Clock;
}

/** Looks whether the hub lets this person read the project, and begins to copy it. Throws a `StoreError` where it does not. */
export async function openHubCopy(options: HubCopyOptions): Promise<HubCopy> {
  const project = options.project.toLowerCase();
  if (!isUuid(project))
    throw new StoreError(
      'invalid_argument',
      `--project is ${JSON.stringify(options.project)}; give the id of a project in the hub, which mcp-history-store team status tells.`,
    );
  const connection = await connectHub(options.address);
  try {
    await checkSchema(connection);
    await joinKnown(connection, project);
    const copy = new Copy({ ...options, project }, await makeScratch(), connection);
    copy.begin();
    return copy;
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/** Who gave a wrong id is told the right ones. */
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

class Copy implements HubCopy {
  readonly folder: string;
  readonly #options: HubCopyOptions;
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

  constructor(options: HubCopyOptions, folder: string, connection: HubConnection) {
    const { log = silentLog, clock = systemClock, address } = options;
    this.folder = folder;
    this.#options = options;
    this.#clock = clock;
    this.#connection = connection;
    this.#answeredAt = clock.now();
    // What comes from the hub was masked on its way there, and is once more on its way out.
    const { local } = openHubHistory(folder, { log, clock, secrets: () => 'keep' });
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
        error instanceof StoreError ? error : new StoreError('storage', String(error), {}, { cause: error });
      if (!known && !this.#closed) this.#log.warn(this.#problem.message);
      await this.#disconnect();
    }
  }

  async #pull(connection: HubConnection): Promise<void> {
    const { project } = this.#options;
    const newest = await newestNumber(connection, project);
    // Whoever was put out of a project sees none.
    if (newest === 0 && (this.#cursor > 0 || this.#problem)) await joinProject(connection, project);
    if (newest < this.#cursor) this.#cursor = 0; // it was made anew, or restored
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

/** Whether the hub says that this person is not to read the project, other than that it cannot be asked. */
function isShutOut({ code, data }: StoreError): boolean {
  return code === 'outside' || (typeof data.code === 'string' && /^28|^42501$/.test(data.code));
}

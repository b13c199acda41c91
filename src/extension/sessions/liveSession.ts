import { performance } from 'node:perf_hooks';
import { EventEmitter, l10n } from 'vscode';
import type { OpenSubagent, PaneSubagent } from '../../protocol/sessionPane.ts';
import { StoreError } from '../../disk/base/core.ts';
import { fileFingerprint } from '../../disk/files/fingerprint.ts';
import { databaseMark } from '../../disk/files/databaseCopy.ts';
import { withDatabase } from '../../disk/sqlite/database.ts';
import { databasePath } from '../../agents/reading/types.ts';
import { Disposable } from '../base/disposable.ts';
import { errorText } from '../base/notices.ts';
import type { WindowSessions } from './sessionLists.ts';
import {
  firstChange,
  listSubagents,
  readSession,
  readSubagent,
  type SessionContent,
  type ShownSession,
} from './sessionReading.ts';
import { openSource } from './sessionSource.ts';
import type { SourceTarget } from './types.ts';

/** How often the file of a displayed session is checked for changes. Milliseconds. */
const lookMs = 1_000;
/** Maximum share of time spent on reading a session. */
const shareOfTime = 1 / 5;

/** A displayed session, read on first use and again whenever its file changes. */
export class LiveSession extends Disposable implements ShownSession {
  readonly #target: SourceTarget;
  readonly #lists: WindowSessions;
  readonly #changed = this._register(new EventEmitter<number>());
  readonly #open = new Map<string, OpenSubagent>();
  readonly #wanted = new Set<string>();
  #reading: SessionContent | undefined;
  #subagents: readonly PaneSubagent[] = [];
  #problem: string | undefined;
  #isGone = false;
  #stamp = '';
  #timer: NodeJS.Timeout | undefined;
  #busy = false;
  #restUntil = 0;

  /** Fires when there is more or different content, with the first message that may differ. */
  readonly onDidChange = this.#changed.event;

  constructor(target: SourceTarget, lists: WindowSessions) {
    super();
    this.#target = target;
    this.#lists = lists;
    this._register({ dispose: () => this.rest() });
  }

  get reading(): SessionContent | undefined {
    return this.#reading;
  }

  get subagents(): readonly PaneSubagent[] {
    return this.#subagents;
  }

  get open(): readonly OpenSubagent[] {
    return [...this.#open.values()];
  }

  get problem(): string | undefined {
    return this.#problem;
  }

  /** Whether the session no longer exists. What was read of it remains. */
  get isGone(): boolean {
    return this.#isGone;
  }

  /** Starts watching. */
  watch(): void {
    if (this.#timer !== undefined || this.disposed) return;
    this.#timer = setInterval(() => void this.#look(), lookMs);
    void this.#look();
  }

  /** Stops watching and reading. */
  rest(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Reads a subagent's conversation and keeps it, or drops it. */
  async unfold(agentId: string, open: boolean): Promise<void> {
    if (open) this.#wanted.add(agentId);
    else this.#wanted.delete(agentId);
    this.#open.delete(agentId);
    if (open) await this.#readSubagent(agentId);
    this.#report(Infinity);
  }

  async #look(): Promise<void> {
    if (this.#busy || performance.now() < this.#restUntil) return;
    this.#busy = true;
    try {
      await this.#readIfChanged();
    } catch (error) {
      if (isGone(error)) this.#miss();
      else this.#fail(errorText(error));
    } finally {
      this.#busy = false;
    }
  }

  async #readIfChanged(): Promise<void> {
    const file = this.#reading?.facts.file ?? (this.#target.kind === 'session' ? this.#target.id : undefined);
    const stamp = file === undefined ? '' : await stampOf(file, this.#stamp);
    if (stamp === undefined) {
      this.#miss();
      return;
    }
    if (stamp === this.#stamp && this.#reading !== undefined) return;
    const begun = performance.now();
    await this.#read();
    this.#stamp = stamp === '' ? ((await stampOf(this.#reading?.facts.file ?? '', '')) ?? '') : stamp;
    this.#restUntil = performance.now() + (performance.now() - begun) * (1 / shareOfTime - 1);
  }

  async #read(): Promise<void> {
    const source = await openSource(this.#target, this.#lists);
    const before = this.#reading;
    const reading = await readSession(source);
    this.#reading = reading;
    this.#problem = undefined;
    this.#isGone = false;
    this.#report(firstChange(before, reading));
    const subagents = await listSubagents(source, reading.called);
    const same = JSON.stringify(subagents) === JSON.stringify(this.#subagents);
    this.#subagents = subagents;
    for (const agentId of this.#wanted) if (!same) await this.#readSubagent(agentId);
    if (!same) this.#report(Infinity);
  }

  async #readSubagent(agentId: string): Promise<void> {
    const source = await openSource(this.#target, this.#lists);
    const conversation = await readSubagent(source, agentId);
    if (!this.#wanted.has(agentId)) return; // collapsed in the meantime
    this.#open.set(agentId, conversation ?? { agentId, messages: [], left: 0 });
  }

  #miss(): void {
    this.#isGone = true;
    this.#fail(l10n.t('This session no longer exists.'));
  }

  #fail(problem: string): void {
    if (this.#problem === problem) return;
    this.#problem = problem;
    this.#stamp = '';
    this.#report(Infinity);
  }

  #report(from: number): void {
    if (!this.disposed) this.#changed.fire(from);
  }
}

/** Reports whether an error says that something was not found, which is worded in the user's language. */
const isGone = (error: unknown): boolean => error instanceof StoreError && error.code === 'not_found';

/**
 * Returns a fingerprint of a session's file or database; undefined if missing. For a database that changed since
 * `known`, it is that of the copy that is read next.
 */
async function stampOf(file: string, known: string): Promise<string | undefined> {
  const { database } = databasePath(file) ?? {};
  if (database === undefined) return stampOfFile(file);
  const mark = databaseMark(database);
  return mark === undefined || mark === known ? mark : withDatabase(database, (copy) => copy.fingerprint);
}

function stampOfFile(file: string): string | undefined {
  try {
    return fileFingerprint(file);
  } catch {
    return undefined; // missing or inaccessible: reading it reports which
  }
}

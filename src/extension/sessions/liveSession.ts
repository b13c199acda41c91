import { stat } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { EventEmitter, l10n } from 'vscode';
import type { OpenSubagent, PaneSubagent } from '../../protocol/sessionPane.ts';
import { StoreError } from '../../store/base/core.ts';
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

/** The file of a session that is looked at is asked for changes this often. Milliseconds. */
const lookMs = 1_000;
/** A session is not read for a larger share of the time than this. */
const shareOfTime = 1 / 5;

/** A session that somebody looks at: read when it is first asked for, and again whenever its file has changed. */
export class LiveSession extends Disposable implements ShownSession {
  readonly #target: SourceTarget;
  readonly #lists: WindowSessions;
  readonly #changed = this._register(new EventEmitter<number>());
  readonly #open = new Map<string, OpenSubagent>();
  readonly #wanted = new Set<string>();
  #reading: SessionContent | undefined;
  #subagents: readonly PaneSubagent[] = [];
  #problem: string | undefined;
  #stamp = '';
  #timer: NodeJS.Timeout | undefined;
  #busy = false;
  #restUntil = 0;

  /** There is more or something else to show; tells from which message on it may be another. */
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

  /** Somebody looks from now on. */
  watch(): void {
    if (this.#timer !== undefined || this.disposed) return;
    this.#timer = setInterval(() => void this.#look(), lookMs);
    void this.#look();
  }

  /** Nobody looks any more: nothing is read. */
  rest(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Reads the conversation of a subagent and keeps it, or forgets it. */
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
      this.#fail(isGone(error) ? error.message : errorText(error));
    } finally {
      this.#busy = false;
    }
  }

  async #readIfChanged(): Promise<void> {
    const file = this.#reading?.facts.file ?? (this.#target.kind === 'session' ? this.#target.id : undefined);
    const stamp = file === undefined ? '' : await stampOf(file);
    if (stamp === undefined) {
      this.#fail(
        this.#reading
          ? l10n.t('The file of this session is gone. What was read of it is still shown.')
          : l10n.t('This session no longer exists.'),
      );
      return;
    }
    if (stamp === this.#stamp && this.#reading !== undefined) return;
    const begun = performance.now();
    await this.#read();
    this.#stamp = stamp === '' ? ((await stampOf(this.#reading?.facts.file ?? '')) ?? '') : stamp;
    this.#restUntil = performance.now() + (performance.now() - begun) * (1 / shareOfTime - 1);
  }

  async #read(): Promise<void> {
    const source = await openSource(this.#target, this.#lists);
    const before = this.#reading;
    const reading = await readSession(source);
    this.#reading = reading;
    this.#problem = undefined;
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
    if (!this.#wanted.has(agentId)) return; // folded meanwhile
    this.#open.set(agentId, conversation ?? { agentId, messages: [], left: 0 });
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

/** What is not found says so itself, in the reader's language. */
const isGone = (error: unknown): error is StoreError =>
  error instanceof StoreError && error.code === 'not_found';

/** What tells one state of a file from another; undefined when it is not there. */
async function stampOf(file: string): Promise<string | undefined> {
  try {
    const { mtimeMs, size } = await stat(file);
    return `${mtimeMs} ${size}`;
  } catch {
    return undefined; // gone, or not to be read: reading says which
  }
}

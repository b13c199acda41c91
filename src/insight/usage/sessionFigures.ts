import type { Secrets } from '../../disk/base/context.ts';
import { defined, isObject } from '../../disk/base/core.ts';
import { textHash } from '../../disk/text/textHash.ts';
import { changedPathsIn } from '../../history/facts/changedPaths.ts';
import { commandsIn, type RanCommand } from '../../history/facts/commands.ts';
import { shortPath } from '../../history/facts/paths.ts';
import { Plan, type PlanState } from '../../history/facts/plans.ts';
import { isHarmless } from '../../history/sessions/checkpoints.ts';
import { requestOf } from '../../agents/reading/requests.ts';
import type {
  MessageRecord,
  ModelRequest,
  Omissions,
  SessionHeader,
  SubagentRecord,
  ToolCall,
} from '../../agents/reading/types.ts';
import { quarterMs, type SessionFigures } from './figures.ts';
import { RequestRows, type RequestTable } from './requestRows.ts';

/** Maximum number of files, commands and open steps of a session. */
const maxEntries = 200;

/** Texts that agents write when the person interrupts them. */
const interruption =
  /^\[?(?:Request interrupted by user|turn aborted|Request cancelled|Operation cancelled|Task was interrupted)/i;

type FiguredHeader = Pick<SessionHeader, 'cwd' | 'parentId' | 'copiedUntil'> & {
  readonly omitted: Pick<Omissions, 'rewound'>;
};

/** What gathering needs to continue after some messages, see `FiguresOfSession`. */
export interface FiguresState {
  readonly cwd?: string;
  readonly rows: RequestTable;
  /** Requests that messages record; they count if none is recorded otherwise. */
  readonly asked: RequestTable;
  /** Hashes. */
  readonly answers: readonly number[];
  readonly active: readonly (readonly [quarter: number, messages: number])[];
  readonly files: readonly (readonly [path: string, times: number])[];
  readonly commands: readonly (readonly [kind: string, runs: readonly [runs: number, failed: number]])[];
  readonly failing: readonly number[];
  readonly plan: PlanState;
  /** Times of the first and last message, milliseconds. */
  readonly span?: readonly [first: number, last: number];
  readonly counts: Counts;
}

interface Counts {
  errors: number;
  retries: number;
  compactions: number;
  interrupted: number;
}

/** Whether a stored value is such a state; its version vouches for the rest. */
export const isFiguresState = (value: unknown): value is FiguresState =>
  isObject(value) &&
  [value.rows, value.asked, value.plan, value.counts].every(isObject) &&
  [value.answers, value.active, value.files, value.commands, value.failing].every(Array.isArray);

/** Gathers figures from a session's messages. */
export class FiguresOfSession {
  readonly #header: FiguredHeader;
  readonly #rows: RequestRows;
  readonly #asked: RequestRows;
  readonly #active: Map<number, number>;
  readonly #files: Map<string, number>;
  readonly #commands: Map<string, readonly [runs: number, failed: number]>;
  /** Hashes of what failed last. */
  readonly #failing: Set<number>;
  readonly #plan: Plan;
  /** Hashes of the answers whose requests were added. */
  readonly #answers: Set<number>;
  readonly #counts: Counts;
  /** Whether requests are recorded otherwise than in messages. */
  #isRecorded = false;
  #span: readonly [first: number, last: number];
  /** What was added of requests that certainly are final. */
  #settled: RequestTable & { readonly answers: number };

  constructor(header: FiguredHeader, state: Partial<FiguresState> = {}) {
    this.#header = header;
    this.#rows = new RequestRows(state.rows);
    this.#asked = new RequestRows(state.asked);
    this.#active = new Map(state.active);
    this.#files = new Map(state.files);
    this.#commands = new Map(state.commands);
    this.#failing = new Set(state.failing);
    this.#plan = new Plan(state.plan);
    this.#answers = new Set(state.answers);
    this.#counts = { errors: 0, retries: 0, compactions: 0, interrupted: 0, ...state.counts };
    this.#span = state.span ?? [Infinity, -Infinity];
    this.#settled = { rows: [], models: [], answers: 0 };
  }

  /** Adds the requests recorded in the transcript, of which the first `settled` are final; before any message. */
  addRequests(requests: readonly ModelRequest[], settled = requests.length): void {
    this.#isRecorded = true;
    const add = (request: ModelRequest): void => {
      this.#rows.add(request);
      this.#isAnswered(request);
    };
    requests.slice(0, settled).forEach(add);
    this.#settled = { rows: [...this.#rows.rows], models: this.#rows.models, answers: this.#answers.size };
    requests.slice(settled).forEach(add);
  }

  add(message: MessageRecord): void {
    const { type, timestamp, compaction } = message;
    const at = Date.parse(timestamp);
    if (type === 'user' || type === 'assistant') this.#said(at);
    if (type === 'error') this.#counts.errors++;
    if (compaction) this.#counts.compactions++;
    if (type === 'info' && interruption.test(textIn(message))) this.#counts.interrupted++;
    if (!this.#isRecorded) this.#ask(message);
    for (const call of message.toolCalls ?? []) {
      this.#plan.apply(call);
      this.#called(call);
    }
  }

  /** Returns the state after the messages so far; undefined if it contains a secret, which is not to be stored. */
  state(secrets: Pick<Secrets, 'value'>): FiguresState | undefined {
    const { rows, models, answers } = this.#settled;
    const named = { files: [...this.#files], commands: [...this.#commands], plan: this.#plan.state };
    if (!isHarmless(named, secrets)) return undefined;
    return {
      ...defined({ cwd: this.#header.cwd }),
      rows: { rows, models },
      asked: { rows: [...this.#asked.rows], models: this.#asked.models },
      answers: [...this.#answers].slice(0, answers),
      active: [...this.#active],
      ...named,
      failing: [...this.#failing],
      ...(this.#span[0] < Infinity && { span: this.#span }),
      counts: { ...this.#counts },
    };
  }

  /** Adds a subagent's work to the session's. */
  addSubagent({ messages, requests }: SubagentRecord): void {
    const rows = this.#isRecorded ? this.#rows : this.#asked;
    for (const request of requests ?? []) if (!this.#isAnswered(request)) rows.add(request);
    for (const message of messages) {
      if (!this.#isRecorded && !requests) this.#ask(message);
      for (const call of message.toolCalls ?? []) this.#called(call);
    }
  }

  get figures(): SessionFigures {
    const { parentId: parent, copiedUntil, omitted } = this.#header;
    const open = this.#plan.items.filter(({ state }) => state !== 'done').map(({ text }) => text);
    const { rows, models } = this.#isRecorded ? this.#rows : this.#asked;
    const [first, last] = this.#span;
    return {
      requests: rows,
      models,
      ...defined({ parent, copiedUntil }),
      active: [...this.#active],
      duration: last > first ? last - first : 0,
      files: [...this.#files].sort(([, a], [, b]) => b - a).slice(0, maxEntries),
      commands: [...this.#commands]
        .map(([kind, [runs, failed]]) => [kind, runs, failed] as const)
        .slice(0, maxEntries),
      ...this.#counts,
      rewound: omitted.rewound,
      open: open.slice(0, maxEntries),
    };
  }

  #said(at: number): void {
    const [first, last] = this.#span;
    this.#span = [Math.min(first, at), Math.max(last, at)];
    const quarter = Math.floor(at / quarterMs);
    this.#active.set(quarter, (this.#active.get(quarter) ?? 0) + 1);
  }

  /** Reports whether a request was seen before: a helper's file may repeat messages of its parent or another helper. */
  #isAnswered({ answerId }: ModelRequest): boolean {
    if (answerId === undefined) return false;
    const hash = textHash(answerId);
    const isKnown = this.#answers.has(hash);
    this.#answers.add(hash);
    return isKnown;
  }

  #ask(message: MessageRecord): void {
    const request = requestOf(message);
    if (request) this.#asked.add(request);
  }

  #called(call: ToolCall): void {
    const commands = commandsIn(call);
    const hasFailed = call.status === 'error' || commands.some(({ outcome }) => outcome === 'failed');
    if (hasFailed) this.#counts.errors++;
    const changed = changedPathsIn(call).map(({ path }) => shortPath(path, this.#header.cwd));
    for (const path of changed) this.#files.set(path, (this.#files.get(path) ?? 0) + 1);
    for (const command of commands) this.#ran(command);
    for (const name of namesOf(call, commands)) this.#tried(name, hasFailed, call.status);
  }

  #ran({ kinds, outcome }: RanCommand): void {
    for (const { kind, isLook } of kinds) {
      const [runs, failed] = this.#commands.get(kind) ?? [0, 0];
      if (!isLook) this.#commands.set(kind, [runs + 1, failed + (outcome === 'failed' ? 1 : 0)]);
    }
  }

  #tried(name: string, hasFailed: boolean, status: ToolCall['status']): void {
    const hash = textHash(name);
    if (this.#failing.has(hash)) this.#counts.retries++;
    if (hasFailed) this.#failing.add(hash);
    else if (status === 'success') this.#failing.delete(hash);
  }
}

/** Names used to recognize retries: kinds of commands, else the tool and what it works on. */
function namesOf({ name, args }: ToolCall, commands: readonly RanCommand[]): readonly string[] {
  const kinds = commands.flatMap((command) => command.kinds.filter(({ isLook }) => !isLook));
  if (commands.length > 0) return kinds.map(({ kind }) => kind);
  const on = [args.file_path, args.filePath, args.path, args.url, args.query, args.pattern];
  return [`${name} ${JSON.stringify(on.find((each) => each !== undefined) ?? args).slice(0, 500)}`];
}

function textIn({ content }: MessageRecord): string {
  if (typeof content === 'string') return content;
  const [first] = content;
  return first && 'text' in first ? first.text : '';
}

import { defined } from '../../disk/base/core.ts';
import { changedPathsIn } from '../../history/facts/changedPaths.ts';
import { commandsIn, type RanCommand } from '../../history/facts/commands.ts';
import { shortPath } from '../../history/facts/paths.ts';
import { Plan } from '../../history/facts/plans.ts';
import { requestOf } from '../../agents/reading/requests.ts';
import type {
  MessageRecord,
  ModelRequest,
  SessionHeader,
  SubagentRecord,
  ToolCall,
} from '../../agents/reading/types.ts';
import { quarterMs, type SessionFigures } from './figures.ts';
import { RequestRows } from './requestRows.ts';

/** Maximum number of files, commands and open steps of a session. */
const maxEntries = 200;

/** Texts that agents write when the person interrupts them. */
const interruption =
  /^\[?(?:Request interrupted by user|turn aborted|Request cancelled|Operation cancelled|Task was interrupted)/i;

/** Gathers figures from a session's messages. */
export class FiguresOfSession {
  readonly #header: Pick<SessionHeader, 'cwd' | 'requests' | 'parentId' | 'copiedUntil' | 'omitted'>;
  readonly #rows = new RequestRows();
  readonly #active = new Map<number, number>();
  readonly #files = new Map<string, number>();
  readonly #commands = new Map<string, [runs: number, failed: number]>();
  readonly #failing = new Set<string>();
  readonly #plan = new Plan();
  /** Answers whose requests were added. */
  readonly #answers = new Set<string>();
  #first = Infinity;
  #last = -Infinity;
  #errors = 0;
  #retries = 0;
  #compactions = 0;
  #interrupted = 0;

  constructor(header: Pick<SessionHeader, 'cwd' | 'requests' | 'parentId' | 'copiedUntil' | 'omitted'>) {
    this.#header = header;
    for (const request of header.requests ?? []) {
      this.#rows.add(request);
      this.#isAnswered(request);
    }
  }

  add(message: MessageRecord): void {
    const { type, timestamp, compaction } = message;
    const at = Date.parse(timestamp);
    if (type === 'user' || type === 'assistant') this.#said(at);
    if (type === 'error') this.#errors++;
    if (compaction) this.#compactions++;
    if (type === 'info' && interruption.test(textIn(message))) this.#interrupted++;
    if (!this.#header.requests) this.#asked(message);
    for (const call of message.toolCalls ?? []) {
      this.#plan.apply(call);
      this.#called(call);
    }
  }

  /** Adds a subagent's work to the session's. */
  addSubagent({ messages, requests }: SubagentRecord): void {
    for (const request of requests ?? []) if (!this.#isAnswered(request)) this.#rows.add(request);
    for (const message of messages) {
      if (!this.#header.requests && !requests) this.#asked(message);
      for (const call of message.toolCalls ?? []) this.#called(call);
    }
  }

  get figures(): SessionFigures {
    const { parentId: parent, copiedUntil, omitted } = this.#header;
    const open = this.#plan.items.filter(({ state }) => state !== 'done').map(({ text }) => text);
    return {
      requests: this.#rows.rows,
      models: this.#rows.models,
      ...defined({ parent, copiedUntil }),
      active: [...this.#active],
      duration: this.#last > this.#first ? this.#last - this.#first : 0,
      files: [...this.#files].sort(([, a], [, b]) => b - a).slice(0, maxEntries),
      commands: [...this.#commands]
        .map(([kind, [runs, failed]]) => [kind, runs, failed] as const)
        .slice(0, maxEntries),
      errors: this.#errors,
      retries: this.#retries,
      compactions: this.#compactions,
      interrupted: this.#interrupted,
      rewound: omitted.rewound,
      open: open.slice(0, maxEntries),
    };
  }

  #said(at: number): void {
    this.#first = Math.min(this.#first, at);
    this.#last = Math.max(this.#last, at);
    const quarter = Math.floor(at / quarterMs);
    this.#active.set(quarter, (this.#active.get(quarter) ?? 0) + 1);
  }

  /** Reports whether a request was seen before: a helper's file may repeat messages of its parent or another helper. */
  #isAnswered({ answerId }: ModelRequest): boolean {
    if (answerId === undefined) return false;
    const isKnown = this.#answers.has(answerId);
    this.#answers.add(answerId);
    return isKnown;
  }

  #asked(message: MessageRecord): void {
    const request = requestOf(message);
    if (request) this.#rows.add(request);
  }

  #called(call: ToolCall): void {
    const commands = commandsIn(call);
    const hasFailed = call.status === 'error' || commands.some(({ outcome }) => outcome === 'failed');
    if (hasFailed) this.#errors++;
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
    if (this.#failing.has(name)) this.#retries++;
    if (hasFailed) this.#failing.add(name);
    else if (status === 'success') this.#failing.delete(name);
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

import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { StoreContext } from '../base/context.ts';
import { isObject } from '../base/core.ts';
import { indexFolder, readDerivedNow, writeDerived } from '../files/derived.ts';
import { WrongContent } from '../files/json.ts';
import { locksFolder } from '../files/ignored.ts';
import { lookedAtBy, markOfLook, type LeftOut, type LookedAt } from '../files/lookedAt.ts';
import { folderAt, peek } from '../files/way.ts';
import type { Keeper } from './keptOf.ts';
import { briefState, strings } from './readyBrief.ts';
import type { TextOfBrief } from './types.ts';

const version = 1;
/** What was said in dialogs a while ago is told no more. Milliseconds: a week. */
const keptMs = 7 * 24 * 60 * 60 * 1_000;
/** It is made no more often, whoever finds that it is another one. Milliseconds. */
const everyMs = 30_000;
/** Who began and never ended hangs on something that hangs for others as well. Milliseconds. */
const hangingMs = 10 * 60 * 1_000;

/** For whom a brief at the start of a session is. */
export interface StartOf {
  /** The folder whose sessions count. */
  readonly folder: string;
  readonly maxTokens: number;
  /** The session that starts, which is no past one. */
  readonly session: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

type ReadyContext = Keeper & Pick<StoreContext, 'language'>;

/** The agent that keeps its transcripts in a folder. */
export interface AgentAt {
  readonly folder: string;
  readonly agent: string;
}

/** A brief for whoever starts next, and who is known by where its transcript lies. */
export interface StartBrief {
  readonly brief: TextOfBrief;
  readonly by?: AgentAt;
}

/** The brief that was made for the next session to start in a folder, with all that its maker looked at. */
export class ReadyStart {
  readonly #context: ReadyContext;
  readonly #of: StartOf;
  readonly #file: string;

  constructor(context: ReadyContext, of: StartOf) {
    this.#context = context;
    this.#of = of;
    const name = createHash('sha256').update(of.folder).digest('hex').slice(0, 16);
    this.#file = join(indexFolder(context.folder), 'facts', `${name}-start.json`);
  }

  /** What was made, where whoever made it now would look at the same. Does not wait. */
  read(): StartBrief | undefined {
    const { folder, clock, secrets, log } = this.#context;
    if (folderAt(folder) === undefined) return undefined;
    const kept = readDerivedNow(this.#file, parse, log);
    if (!kept || Math.abs(clock.now() - kept.at) > keptMs) return undefined;
    if (kept.masked !== secrets.state || kept.state !== this.#state || this.#tells(kept.brief))
      return undefined;
    const { env } = this.#of;
    if (Object.entries(kept.env).some(([name, value]) => (env[name] ?? null) !== value)) return undefined;
    const isSame = (one: LookedAt): boolean => one.mark === markOfLook(one, this.#leftOut);
    return kept.looked.every(isSame) ? kept : undefined;
  }

  /** Whether somebody made it just now, or began to and may be at it still. */
  get isFresh(): boolean {
    const now = this.#context.clock.now();
    const [made = 0, begun = 0] = [this.#file, this.#begun].map((file) => peek(file)?.mtimeMs ?? 0);
    return begun > made ? now - begun < hangingMs : now - made < everyMs;
  }

  /** Keeps what `make` makes with the environment it is given. Nothing else may run in this process. */
  async keep(make: (env: StartOf['env']) => Promise<StartBrief>): Promise<void> {
    const { folder, isReadOnly, clock, secrets } = this.#context;
    if (isReadOnly() || folderAt(folder) === undefined) return;
    await writeDerived(this.#begun, '');
    const { env, asked } = noting(this.#of.env);
    const [at, masked, state] = [clock.now(), secrets.state, this.#state];
    const looking = { isMeant: (path: string) => !isDerived(path, folder), leftOut: this.#leftOut };
    const { result, looked } = await lookedAtBy(() => make(env), looking);
    const kept: Kept = {
      at,
      masked,
      state,
      env: Object.fromEntries(asked),
      ...result,
      looked: withoutParents(looked),
    };
    if (folderAt(folder)) await writeDerived(this.#file, JSON.stringify({ v: version, ...kept })); // it may be gone since
  }

  get #state(): string {
    return `${briefState(this.#context)} ${this.#of.maxTokens}`;
  }

  get #begun(): string {
    return `${this.#file}.begun`;
  }

  /** Whether it tells of the session that starts, which goes on then. */
  #tells({ references }: TextOfBrief): boolean {
    const { session } = this.#of;
    const base = session && `history://sessions/${session.slice(0, 8)}`;
    return base !== undefined && base !== '' && references.some((one) => one.startsWith(base));
  }

  /** The transcript of the session that starts, what of a history is no dialog, and files of the project that are nobody's settings. */
  readonly #leftOut: LeftOut = (name, folder) => {
    const id = this.#of.session?.slice(0, 8) ?? '';
    if (id !== '' && name.includes(id)) return true;
    return name.startsWith('.') ? folder === this.#context.folder : folder === this.#of.folder;
  };
}

/** Without folders that are there because something in them is. */
function withoutParents(looked: readonly LookedAt[]): readonly LookedAt[] {
  const parents = new Set(looked.flatMap(({ path, mark }) => (mark === 'nothing' ? [] : [dirname(path)])));
  return looked.filter(({ path, mark }) => mark !== 'folder' || !parents.has(path));
}

/** What is made of other files, locks, and what is noted of briefs themselves. */
const isDerived = (path: string, history: string): boolean =>
  ['.index', locksFolder].some((name) => path.startsWith(join(history, name)));

/** An environment that notes what is asked of it. */
function noting(env: StartOf['env']) {
  const asked = new Map<string, string | null>();
  const get = (_: StartOf['env'], name: string | symbol): string | undefined => {
    if (typeof name !== 'string') return undefined;
    const value = env[name];
    asked.set(name, value ?? null);
    return value;
  };
  return { env: new Proxy(env, { get }), asked };
}

interface Kept extends StartBrief {
  /** Milliseconds. */
  readonly at: number;
  /** How secrets were masked. */
  readonly masked: string;
  readonly state: string;
  readonly env: Readonly<Record<string, unknown>>;
  readonly looked: readonly LookedAt[];
}

function parse(value: unknown): Kept {
  if (!isObject(value) || value.v !== version) throw new WrongContent('of another version');
  const { at, masked, state, env, brief, by, looked } = value;
  if (typeof at !== 'number' || typeof masked !== 'string' || typeof state !== 'string' || !isObject(env))
    throw new WrongContent('made of nothing');
  if (!isObject(brief) || typeof brief.text !== 'string' || typeof brief.tokens !== 'number')
    throw new WrongContent('no brief');
  if (!Array.isArray(looked) || !looked.every(isLook)) throw new WrongContent('made of nothing');
  const { text, tokens, references } = brief;
  const start = { purpose: 'start', text, tokens, references: strings(references) } as const;
  return { ...{ at, masked, state, env, brief: start, looked }, ...(isAgentAt(by) && { by }) };
}

const isAgentAt = (value: unknown): value is AgentAt =>
  isObject(value) && typeof value.folder === 'string' && typeof value.agent === 'string';

const isLook = (value: unknown): value is LookedAt =>
  isObject(value) &&
  typeof value.path === 'string' &&
  typeof value.mark === 'string' &&
  typeof value.isListed === 'boolean';

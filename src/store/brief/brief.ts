import type { StoreContext } from '../base/context.ts';
import { defined, StoreError } from '../base/core.ts';
import type { DialogStore } from '../dialogs/types.ts';
import { KeptFacts, type GatheredFacts } from '../facts/keptFacts.ts';
import { withStoreErrors } from '../files/failure.ts';
import { tidy } from '../files/tidy.ts';
import type { MemoryStore } from '../memory/types.ts';
import { parseReference } from '../search/reference.ts';
import type { SessionInfo, SessionStore, Workspace } from '../sessions/types.ts';
import { ChoicesFile } from './choices.ts';
import { changedSince } from './changedSince.ts';
import { GivenLog } from './given.ts';
import type { Statement } from './statements.ts';
import {
  briefTokens,
  type Brief,
  type BriefChoice,
  type BriefChoices,
  type BriefRequest,
  type BriefStore,
  type ChosenStatement,
  type GivenBrief,
  type Recipient,
} from './types.ts';
import { briefSettings } from './settings.ts';

/** Where a brief finds what it tells. */
export interface BriefSources {
  readonly dialogs: Pick<DialogStore, 'list' | 'detail'>;
  readonly memories: Pick<MemoryStore, 'list'>;
  readonly sessions: Pick<SessionStore, 'list' | 'find' | 'read'>;
}

/** Makes briefs. What they promise stands at `BriefStore`. */
export class Briefs implements BriefStore {
  readonly #context: StoreContext;
  readonly #sources: BriefSources;
  readonly #given: GivenLog;
  readonly #facts: KeptFacts;
  readonly #choices: ChoicesFile;

  constructor(context: StoreContext, sources: BriefSources) {
    this.#context = context;
    this.#sources = sources;
    this.#given = new GivenLog(context);
    this.#facts = new KeptFacts(context);
    this.#choices = new ChoicesFile(context);
  }

  choices(): Promise<BriefChoices> {
    return withStoreErrors(() => this.#choices.read());
  }

  choose(statement: ChosenStatement, choice: BriefChoice | undefined): Promise<BriefChoice | undefined> {
    return this.#choices.choose(statement, choice);
  }

  make(workspace: Workspace, request: BriefRequest = {}): Promise<Brief> {
    const { purpose = 'start' } = request;
    return withStoreErrors(async () => {
      const maxTokens = request.maxTokens ?? this.#budget(workspace);
      checkBudget(maxTokens);
      const choices = await this.#choices.read();
      const isStart = purpose !== 'afterCompaction';
      const session = await this.#sessionOf(workspace, request);
      const own = session ? await this.#ofSession(session, !isStart, request.atOnce === true) : [];
      const known = isStart || choices.pinned.length > 0 ? await this.#kept() : [];
      const kept = known.filter(({ closed }) => !closed);
      const { language, secrets } = this.#context;
      // Loaded when a brief is made, which most programs do seldom.
      const [{ compose }, { withChoices }] = await Promise.all([
        import('./compose.ts'),
        import('./chosen.ts'),
      ]);
      const { told, outdated } = withChoices(secrets.value(isStart ? [...own, ...kept] : own), {
        choices: secrets.value(choices),
        beside: secrets.value(isStart ? [] : kept),
        closed: secrets.value(known.filter(({ closed }) => closed)),
        isDeleted: await this.#deletedOf(choices),
      });
      return { ...compose(told, { purpose, maxTokens, language }), outdated };
    });
  }

  /** What the settings say, the same in every program. */
  #budget({ places: { env } }: Workspace): number {
    const { folder: history, log } = this.#context;
    return briefSettings({ history, env, log }).maxTokens;
  }

  given(): Promise<readonly GivenBrief[]> {
    return this.#given.list();
  }

  noteGiven(brief: Brief, to: Recipient): Promise<void> {
    return this.#given.note(brief, to);
  }

  claim(brief: Brief, to: Recipient, withinMs: number): Promise<boolean> {
    return this.#given.claim(brief, to, withinMs);
  }

  /** A memory that was deleted is not told because it was pinned before. */
  async #deletedOf({ pinned }: BriefChoices): Promise<(statement: ChosenStatement) => boolean> {
    const ofMemory = ({ reference }: ChosenStatement) => parseReference(reference)?.source === 'memories';
    if (!pinned.some(ofMemory)) return () => false;
    const memories = await this.#sources.memories.list();
    const isThere = (entry: string) => memories.some(({ hash }) => hash.startsWith(entry));
    return (one) => ofMemory(one) && !isThere(parseReference(one.reference)?.entry ?? '');
  }

  /** The session that is meant; undefined where there is none at all. */
  async #sessionOf(
    workspace: Workspace,
    { session, purpose }: BriefRequest,
  ): Promise<SessionInfo | undefined> {
    if (session !== undefined) return this.#sources.sessions.find(workspace, session);
    // The chat that asks has forgotten itself only after a compaction.
    const includeCurrent = purpose === 'afterCompaction';
    const { sessions } = await this.#sources.sessions.list(workspace, { limit: 1, includeCurrent });
    return sessions[0];
  }

  async #ofSession(session: SessionInfo, isWhole: boolean, atOnce: boolean): Promise<Statement[]> {
    const { facts, cwd } = await this.#factsOf(session, isWhole && atOnce);
    const changed = await changedSince(facts.files, cwd, session.activeAt);
    const [{ ofSession }, { briefWords }] = await Promise.all([
      import('./sessionStatements.ts'),
      import('./words.ts'),
    ]);
    return ofSession(session, facts, { isWhole, changed, words: briefWords[this.#context.language] });
  }

  /** Of a long session what was kept, where that is still so. */
  async #factsOf(session: SessionInfo, grown: boolean): Promise<GatheredFacts> {
    const kept = await this.#facts.read(session.path, { grown });
    if (kept) return kept;
    const mark = this.#facts.markOf(session.path);
    const record = await this.#sources.sessions.read(session);
    const { factsOf } = await import('../facts/sessionFacts.ts');
    const gathered = { facts: factsOf(record), ...defined({ cwd: record.cwd }) };
    await tidy(this.#context.log, 'keep what happened in a session', () =>
      this.#facts.write(session.path, mark, gathered),
    );
    return gathered;
  }

  async #kept(): Promise<Statement[]> {
    const { dialogs, memories } = this.#sources;
    const now = this.#context.clock.now();
    const { ofDialogs, ofMemories, stillHolding } = await import('./kept.ts');
    return stillHolding([...(await ofDialogs(dialogs, now)), ...ofMemories(await memories.list())]);
  }
}

function checkBudget(maxTokens: number): void {
  const { least, most, usual } = briefTokens;
  if (Number.isInteger(maxTokens) && maxTokens >= least && maxTokens <= most) return;
  throw new StoreError(
    'invalid_argument',
    `maxTokens is ${maxTokens}; give a whole number from ${least} to ${most}, or leave it out for ${usual}.`,
    { maxTokens },
  );
}

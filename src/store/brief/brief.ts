import type { StoreContext } from '../base/context.ts';
import { defined, StoreError } from '../base/core.ts';
import type { DialogStore } from '../dialogs/types.ts';
import { factsOf, factsOfEnd } from '../facts/sessionFacts.ts';
import { withStoreErrors } from '../files/failure.ts';
import { tidy } from '../files/tidy.ts';
import type { Memory, MemoryStore } from '../memory/types.ts';
import { parseReference } from '../search/reference.ts';
import type { SessionInfo, SessionStore, Workspace } from '../sessions/types.ts';
import type { MessageRecord } from '../transcripts/shared/types.ts';
import { changedSince } from './changedSince.ts';
import { ChoicesFile } from './choices.ts';
import { withChoices } from './chosen.ts';
import { compose } from './compose.ts';
import { GivenLog, textOf } from './given.ts';
import { ofShared, type SharedDecisions } from './ofShared.ts';
import { ofDialogs, ofMemories, ofSummary, stillHolding, type KeptStatement } from './kept.ts';
import { keptFacts, type GatheredFacts } from './keptFacts.ts';
import { markOf, type KeptOf } from './keptOf.ts';
import { furtherOf, ofSession } from './sessionStatements.ts';
import { briefSettings } from './settings.ts';
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
import { noteOfUnread, Reading } from './unread.ts';
import { briefWords } from './words.ts';
import { worthTelling, type Told } from './worthTelling.ts';

/** Where a brief finds what it tells. */
export interface BriefSources {
  readonly dialogs: Pick<DialogStore, 'list' | 'detail'>;
  readonly memories: Pick<MemoryStore, 'list'>;
  readonly sessions: Pick<SessionStore, 'list' | 'find' | 'read' | 'summary'> & {
    /** What was said last, for who cannot wait until all of it is read; undefined where that is not known. */
    readonly lastSaid?: (session: SessionInfo) => Promise<readonly MessageRecord[] | undefined>;
  };
  readonly shared?: SharedDecisions;
  /** What was gathered of a session already, as it is now. */
  readonly gathered?: (session: SessionInfo) => GatheredFacts | undefined;
}

/** What a session says, and how many statements there are besides. */
interface OfSession {
  readonly statements: readonly Statement[];
  readonly further: number;
  /** Where it ended, as far as is told. */
  readonly last?: Pick<Statement, 'base' | 'entry'> | undefined;
}

const pathsOf = ({ files }: Told): string[] => files.map(({ path }) => path);

const latestOf = (statements: readonly Statement[]): Statement | undefined =>
  statements.toSorted((a, b) => Number(a.entry) - Number(b.entry)).at(-1);

/** What is longer takes too long to be read as a whole while an agent waits. Bytes. */
const longBytes = 256 * 1024;

const nothing: OfSession = { statements: [], further: 0 };

/** Makes briefs. What they promise stands at `BriefStore`. */
export class Briefs implements BriefStore {
  readonly #context: StoreContext;
  readonly #sources: BriefSources;
  readonly #given: GivenLog;
  readonly #facts: KeptOf<GatheredFacts>;
  readonly #choices: ChoicesFile;

  constructor(context: StoreContext, sources: BriefSources) {
    this.#context = context;
    this.#sources = sources;
    this.#given = new GivenLog(context);
    this.#facts = keptFacts(context);
    this.#choices = new ChoicesFile(context);
  }

  choices(): Promise<BriefChoices> {
    return withStoreErrors(() => Promise.resolve(this.#choices.read()));
  }

  choose(statement: ChosenStatement, choice: BriefChoice | undefined): Promise<BriefChoice | undefined> {
    return this.#choices.choose(statement, choice);
  }

  make(workspace: Workspace, request: BriefRequest = {}): Promise<Brief> {
    const { purpose = 'start' } = request;
    return withStoreErrors(async () => {
      const maxTokens = request.maxTokens ?? this.#budget(workspace);
      checkBudget(maxTokens);
      const choices = this.#choices.read();
      const reading = new Reading();
      const isStart = purpose !== 'afterCompaction';
      const session = await this.#sessionOf(workspace, request);
      const own = session ? await this.#ofSession(session, !isStart, request.atOnce === true) : nothing;
      const ended = isStart && session ? await this.#summaryOf(session, own) : [];
      const known = isStart || choices.pinned.length > 0 ? await this.#kept(ended, reading) : [];
      const kept = known.filter(({ closed }) => !closed);
      const { language, secrets } = this.#context;
      const statements = secrets.value(isStart ? [...own.statements, ...kept] : own.statements);
      const unread = secrets.value(reading.unread);
      const { told, outdated } = withChoices(statements, {
        choices: secrets.value(choices),
        beside: secrets.value(isStart ? [] : kept),
        closed: secrets.value(known.filter(({ closed }) => closed)),
        isDeleted: await this.#deletedOf(choices, reading),
      });
      const frame = {
        purpose,
        maxTokens,
        language,
        further: own.further,
        note: noteOfUnread(unread, language),
      };
      return { ...compose(told, frame), outdated, unread };
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
    return this.#given.note(textOf(brief), to);
  }

  claim(brief: Brief, to: Recipient, withinMs: number): Promise<boolean> {
    return this.#given.claim(textOf(brief), to, withinMs);
  }

  /** A memory that was deleted is not told because it was pinned before; while that is not known, none is. */
  async #deletedOf(
    { pinned }: BriefChoices,
    reading: Reading,
  ): Promise<(statement: ChosenStatement) => boolean> {
    const ofMemory = ({ reference }: ChosenStatement) => parseReference(reference)?.source === 'memories';
    if (!pinned.some(ofMemory)) return () => false;
    const memories = await this.#memories(reading);
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

  async #ofSession(session: SessionInfo, isWhole: boolean, atOnce: boolean): Promise<OfSession> {
    const end = isWhole || !atOnce ? undefined : await this.#endOf(session);
    const { told, cwd } = end ?? (await this.#factsOf(session, isWhole && atOnce));
    const changed = changedSince(pathsOf(told), cwd, session.activeAt);
    const telling = { isWhole, changed, words: briefWords[this.#context.language] };
    const statements = ofSession(session, told, telling);
    return { statements, further: furtherOf(told, isWhole), last: latestOf(statements) };
  }

  /** Of a long session what was kept, where that is still so. */
  async #factsOf(session: SessionInfo, grown: boolean): Promise<GatheredFacts> {
    const kept = this.#sources.gathered?.(session) ?? this.#facts.read(session.path, { grown });
    if (kept) return kept;
    const mark = markOf(session.path);
    const record = await this.#sources.sessions.read(session);
    const gathered = { told: worthTelling(factsOf(record)), ...defined({ cwd: record.cwd }) };
    await tidy(this.#context.log, 'keep what happened in a session', () =>
      this.#facts.write(session.path, mark, gathered),
    );
    return gathered;
  }

  /** How a long session ended of which nothing was kept, from its end alone; undefined for others. */
  async #endOf(session: SessionInfo): Promise<GatheredFacts | undefined> {
    const { path, size, cwd } = session;
    if (size < longBytes || this.#facts.read(path)) return undefined;
    const messages = await this.#sources.sessions.lastSaid?.(session);
    const facts = messages && factsOfEnd(messages, cwd);
    return facts && { told: worthTelling(facts), ...defined({ cwd }) };
  }

  /** What somebody had written down of the session, which is told of where it ended. */
  async #summaryOf(session: SessionInfo, { last }: OfSession): Promise<KeptStatement[]> {
    const kept = last && (await this.#sources.sessions.summary(session));
    return kept ? ofSummary(kept.summary, { ...last, time: kept.writtenAt }) : [];
  }

  /** Besides what is known of the last session. */
  async #kept(ended: readonly KeptStatement[], reading: Reading): Promise<Statement[]> {
    const { dialogs, shared } = this.#sources;
    const now = this.#context.clock.now();
    const memories = ofMemories(await this.#memories(reading));
    const own = [...ended, ...(await ofDialogs(dialogs, now, reading)), ...memories];
    const told = shared && (await reading.tried({ of: 'shared' }, () => ofShared(shared, own)));
    return stillHolding([...(told ?? []), ...own]);
  }

  async #memories(reading: Reading): Promise<readonly Memory[]> {
    return (await reading.tried({ of: 'memories' }, () => this.#sources.memories.list())) ?? [];
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

import { isAbsolute, join } from 'node:path';
import type { StoreContext } from '../../disk/base/context.ts';
import { defined, StoreError } from '../../disk/base/core.ts';
import { sayIn } from '../../disk/base/texts.ts';
import type { DialogStore } from '../../history/dialogs/types.ts';
import { withStoreErrors } from '../../disk/files/failure.ts';
import type { Memory, MemoryStore } from '../../history/memory/types.ts';
import { parseReference } from '../../find/search/reference.ts';
import { latestOf as latestSession } from '../../history/sessions/matching.ts';
import type { SessionInfo, SessionStore, Workspace } from '../../history/sessions/types.ts';
import { ChoicesFile } from './choices.ts';
import { applyChoices } from './applyChoices.ts';
import { compose } from './compose.ts';
import { GivenLog, textOf } from './given.ts';
import { sharedStatements, type SharedDecisions } from './sharedStatements.ts';
import {
  dialogStatements,
  memoryStatements,
  summaryStatements,
  currentStatements,
  type StoredStatement,
} from './storedStatements.ts';
import { SessionFactsReader, type FactsSources } from './sessionFactsReader.ts';
import { omittedCount, sessionStatements } from './sessionStatements.ts';
import { briefSettings } from './settings.ts';
import type { Statement } from './statements.ts';
import {
  briefTokens,
  type Brief,
  type BriefChoice,
  type BriefChoices,
  type BriefRequest,
  type BriefClaim,
  type BriefStore,
  type ChosenStatement,
  type GivenBrief,
  type Recipient,
} from './types.ts';
import { unreadNote, SourceReader } from './unread.ts';
import { briefWords } from './words.ts';
import type { BriefFacts } from './briefFacts.ts';
import { foreignFileNow } from '../../disk/files/foreign.ts';

/** The stores that a brief is composed from. */
export interface BriefSources extends FactsSources {
  readonly dialogs: Pick<DialogStore, 'list' | 'detail'>;
  readonly memories: Pick<MemoryStore, 'list'>;
  readonly sessions: Pick<SessionStore, 'list' | 'find' | 'summary'> & FactsSources['sessions'];
  readonly shared?: SharedDecisions;
}

/** The statements of a session, masked, and how many more there are. */
interface SessionPart {
  readonly statements: readonly Statement[];
  readonly further: number;
  /** The latest statement, where the session has any. */
  readonly last?: Pick<Statement, 'base' | 'entry'> | undefined;
  /** Why the earlier part of the session is missing. */
  readonly missing?: string | undefined;
}

const pathsOf = ({ files }: BriefFacts): string[] => files.map(({ path }) => path);

const latestOf = (statements: readonly Statement[]): Statement | undefined =>
  statements.toSorted((a, b) => Number(a.entry) - Number(b.entry)).at(-1);

const nothing: SessionPart = { statements: [], further: 0 };

/** Composes briefs, see `BriefStore`. */
export class Briefs implements BriefStore {
  readonly #context: StoreContext;
  readonly #sources: BriefSources;
  readonly #given: GivenLog;
  readonly #facts: SessionFactsReader;
  readonly #choices: ChoicesFile;

  constructor(context: StoreContext, sources: BriefSources) {
    this.#context = context;
    this.#sources = sources;
    this.#given = new GivenLog(context);
    this.#facts = new SessionFactsReader(context, sources);
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
      const reading = new SourceReader();
      const isStart = purpose !== 'afterCompaction';
      const session = await this.#sessionOf(workspace, request);
      const isWhole = !isStart || request.session !== undefined;
      const own = session ? await this.#sessionPart(session, isWhole, request.atOnce === true) : nothing;
      const ended = isStart && session ? await this.#summaryOf(session, own) : [];
      const known = isStart || choices.pinned.length > 0 ? await this.#kept(ended, reading) : [];
      if (own.missing !== undefined) reading.note({ of: 'session', reason: own.missing });
      const kept = known.filter(({ closed }) => !closed);
      const { language, secrets } = this.#context;
      const statements = isStart ? [...own.statements, ...secrets.value(kept)] : own.statements;
      const unread = secrets.value(reading.unread);
      const { statements: chosen, outdated } = applyChoices(statements, {
        choices: secrets.value(choices),
        beside: secrets.value(isStart ? [] : kept),
        closed: secrets.value(known.filter(({ closed }) => closed)),
        isDeleted: await this.#deletedOf(choices, reading),
      });
      const frame = {
        purpose,
        maxTokens,
        ...defined({ maxChars: request.maxChars }),
        language,
        further: own.further,
        note: unreadNote(unread, language),
      };
      return { ...compose(chosen, frame), outdated, unread };
    });
  }

  /** The budget from the settings, the same in every program. */
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

  claim(brief: Brief, to: Recipient, claim: BriefClaim): Promise<boolean> {
    return this.#given.claim(textOf(brief), to, claim);
  }

  /** Returns a predicate for pins of deleted memories; while memories cannot be read, every pinned memory counts as deleted. */
  async #deletedOf(
    { pinned }: BriefChoices,
    reading: SourceReader,
  ): Promise<(statement: ChosenStatement) => boolean> {
    const ofMemory = ({ reference }: ChosenStatement) => parseReference(reference)?.source === 'memories';
    if (!pinned.some(ofMemory)) return () => false;
    const memories = await this.#memories(reading);
    const isThere = (entry: string) => memories.some(({ hash }) => hash.startsWith(entry));
    return (one) => ofMemory(one) && !isThere(parseReference(one.reference)?.entry ?? '');
  }

  /** Finds the requested session, by default the latest; undefined where there is none. */
  async #sessionOf(
    workspace: Workspace,
    { session, purpose }: BriefRequest,
  ): Promise<SessionInfo | undefined> {
    if (session !== undefined) return this.#sources.sessions.find(workspace, session);
    // Only after a compaction has the asking chat itself lost its context; a program may ask, too.
    const includeCurrent = purpose === 'afterCompaction';
    const { sessions } = await this.#sources.sessions.list(workspace, { includeCurrent });
    const newest = includeCurrent ? sessions.find(({ parentId }) => parentId === undefined) : undefined;
    return newest ?? latestSession(sessions);
  }

  async #sessionPart(session: SessionInfo, isWhole: boolean, atOnce: boolean): Promise<SessionPart> {
    const { told: facts, cwd, isRest, isEnd } = await this.#facts.of(session, { isWhole, atOnce });
    const late = isEnd && isWhole ? 'It is too long to be read while an agent waits.' : undefined;
    const changed = changedSince(pathsOf(facts), cwd, session.activeAt);
    const scope = { isWhole, changed, words: briefWords(sayIn(this.#context.language)) };
    const statements = sessionStatements(session, facts, scope);
    return {
      statements,
      further: omittedCount(facts, isWhole),
      last: latestOf(statements),
      missing: isRest ? 'Its file is gone.' : late,
    };
  }

  /** The stored summary of the session, which says where it ended. */
  async #summaryOf(session: SessionInfo, { last }: SessionPart): Promise<StoredStatement[]> {
    const kept = last && (await this.#sources.sessions.summary(session));
    return kept ? summaryStatements(kept.summary, { ...last, time: kept.writtenAt }) : [];
  }

  /** Statements from dialogs, memories and shared items, besides the last session. */
  async #kept(ended: readonly StoredStatement[], reading: SourceReader): Promise<Statement[]> {
    const { dialogs, shared } = this.#sources;
    const now = this.#context.clock.now();
    const memories = memoryStatements(await this.#memories(reading));
    const own = [...ended, ...(await dialogStatements(dialogs, now, reading)), ...memories];
    const colleagues =
      shared && (await reading.attempt({ of: 'shared' }, () => sharedStatements(shared, own)));
    return currentStatements([...(colleagues ?? []), ...own]);
  }

  async #memories(reading: SourceReader): Promise<readonly Memory[]> {
    return (await reading.attempt({ of: 'memories' }, () => this.#sources.memories.list())) ?? [];
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

/** Agents record a write a moment after it happens. Milliseconds. */
const tolerance = 1_000;

/** Filters paths to the files modified after a time (milliseconds), as far as they are on this machine. Synchronous. */
function changedSince(
  files: readonly string[],
  folder: string | undefined,
  since: number,
): ReadonlySet<string> {
  const isChanged = (path: string): boolean => {
    const stat = foreignFileNow(isAbsolute(path) || folder === undefined ? path : join(folder, path));
    return stat !== undefined && stat.mtimeMs > since + tolerance;
  };
  return new Set(files.filter(isChanged));
}

import { dirname } from 'node:path';
import type { StoreContext } from '../../disk/base/context.ts';
import { StoreError } from '../../disk/base/core.ts';
import type { Edit } from '../../history/facts/edits.ts';
import { withStoreErrors } from '../../disk/files/failure.ts';
import type { Workspace } from '../../history/sessions/types.ts';
import { AttestedLines } from './attestedLines.ts';
import { Attributor } from './attribute.ts';
import { ChangeIndex } from './changeIndex.ts';
import type { ChangeSources, FormerFolders } from './sources.ts';
import { FileClaims, type Claim } from './claims.ts';
import { CommitNotes, rangesOf } from './commitNotes.ts';
import { committedLines, notesOf } from './committedLines.ts';
import { keptLines } from './lineChange.ts';
import { changedDays } from './changedDays.ts';
import { eventsOf } from './fileEvents.ts';
import { conversationKey } from './gitAiNotes.ts';
import { fileText, projectFile, ProjectFolders } from './projectFile.ts';
import type { ProjectFile } from './eventPaths.ts';
import { describeRequest, Writers, type Writer } from './writers.ts';
import { editsOfRequest } from './requestEdits.ts';
import { writesFile, type ChangeEvent, type IndexedSession } from './sessionChanges.ts';
import type * as T from './types.ts';

/** Default wait for unread sessions. Milliseconds. */
const defaultWaitMs = 400;

/** Git records whole seconds. Milliseconds. */
const gitSeconds = 1_000;

/** What is known about a file. */
interface Known {
  readonly claims: FileClaims<Writer>;
  /** All changes, oldest first. */
  readonly written: readonly { readonly event: ChangeEvent; readonly by: Writer }[];
  /** The last write of each request. */
  readonly last: Map<Writer, ChangeEvent>;
  readonly writers: Writers;
}

/** Finds who wrote what, see `ChangeStore`. */
export class Changes implements T.ChangeStore {
  readonly #clock: StoreContext['clock'];
  readonly #folders: ProjectFolders;
  readonly #index: ChangeIndex;
  readonly #attested = new AttestedLines();

  /** `before` returns the former folders of the project. */
  constructor(context: StoreContext, sources: ChangeSources, before: FormerFolders) {
    this.#clock = context.clock;
    this.#folders = new ProjectFolders(before);
    this.#index = new ChangeIndex(context, sources);
  }

  history(
    workspace: Workspace,
    { path, line, text, limit = Infinity }: T.HistoryRequest,
    { waitMs = defaultWaitMs } = {},
  ): Promise<T.FileHistory> {
    return withStoreErrors(async () => {
      const file = await projectFile(this.#folders, workspace, path);
      const { state, lines } = await fileText(file, text);
      checkLine(line, file, state, lines.length);
      const index = await this.#index.refresh(workspace, waitMs);
      const known = this.#known(file);
      const isTold = index.waiting === 0 && state === 'text';
      const found = isTold ? await this.#attributed(file, known, lines) : [];
      const all = line === undefined ? ofFile(known, found) : ofLine(found, line);
      return {
        path: file.shown,
        state,
        lineCount: lines.length,
        ...index,
        attributions: all.slice(0, limit),
        total: all.length,
      };
    });
  }

  lines(
    workspace: Workspace,
    path: string,
    text: string,
    { waitMs = defaultWaitMs } = {},
  ): Promise<T.LineHistory> {
    return withStoreErrors(async () => {
      const file = await projectFile(this.#folders, workspace, path);
      const { state, lines } = await fileText(file, text);
      const index = await this.#index.refresh(workspace, waitMs);
      const known = this.#known(file);
      const isTold = index.waiting === 0 && state === 'text';
      const found = isTold ? await this.#attributed(file, known, lines) : [];
      const byRequest = new Map(ofFile(known, found).map((each) => [nameOf(each.session, each.asked), each]));
      const count = text.split(/\r\n|\n|\r/).length;
      const attributions = Array.from({ length: count }, (_, n) => {
        const by = found[n]?.by;
        return by && byRequest.get(nameOf(by.session.info.sessionId, by.asked));
      });
      return { lines: attributions, ...index };
    });
  }

  days(
    workspace: Workspace,
    request: T.DaysRequest = {},
    { waitMs = defaultWaitMs } = {},
  ): Promise<T.ChangedDays> {
    return withStoreErrors(async () => {
      const index = await this.#index.refresh(workspace, waitMs);
      const folders = workspace.folders.map((folder) => this.#folders.of(folder, workspace));
      return { days: changedDays(this.#index.read, await Promise.all(folders), request), ...index };
    });
  }

  notes(workspace: Workspace, files: readonly string[]): Promise<readonly T.CommitNote[]> {
    return withStoreErrors(async () => {
      const drafts = await this.#drafts(workspace, files);
      const noted = await notesOf(workspace.folders[0] ?? '.', drafts.commits);
      return drafts.commits.flatMap((commit) => (noted.has(commit) ? [] : [drafts.note(commit)]));
    });
  }

  traces(workspace: Workspace, files: readonly string[]): Promise<readonly T.AgentTrace[]> {
    return withStoreErrors(async () => {
      const drafts = await this.#drafts(workspace, files);
      return drafts.commits.map((commit) => drafts.trace(commit, this.#clock.now()));
    });
  }

  edits(
    workspace: Workspace,
    { session, asked }: Pick<T.WritingRequest, 'session' | 'asked'>,
    path: string,
  ): Promise<readonly Edit[]> {
    return withStoreErrors(async () => {
      const file = await projectFile(this.#folders, workspace, path);
      await this.#index.refresh(workspace, 0);
      const info = this.#index.find(session);
      return info ? editsOfRequest(await this.#index.open(info), asked, file) : [];
    });
  }

  /** Collects the lines of commits that are still in these files, once all sessions are read. */
  async #drafts(workspace: Workspace, files: readonly string[]): Promise<CommitNotes> {
    await this.#index.refresh(workspace, Infinity);
    const drafts = new CommitNotes();
    for (const path of files) {
      const file = await projectFile(this.#folders, workspace, path);
      const { state, lines } = await fileText(file);
      const { claims, written, last } = this.#known(file);
      if (state !== 'text' || last.size === 0) continue;
      const found = new Attributor(claims, lines).attribute(written);
      const committed = await committedLines(dirname(file.file), file.file);
      const texts = committed.map(({ text }) => text);
      for (const [now, then] of keptLines(texts, lines)) {
        const [by, line] = [found[now]?.by.session.info, committed[then]];
        if (by && line) drafts.add(line, by.source, by.sessionId);
      }
    }
    return drafts;
  }

  /** The writer of each line; what a note attests has precedence. */
  async #attributed(
    { file, notes }: ProjectFile,
    { claims, written, last, writers }: Known,
    lines: readonly string[],
  ): Promise<Found> {
    const found = new Attributor(claims, lines).attribute(written);
    if (notes === undefined) return found;
    const attested = await this.#attested.of({ folder: dirname(file), path: file, state: notes }, lines);
    const sessions = new SessionsByKey(this.#index.read);
    return found.map((claim, n): Found[number] => {
      const by = attested[n];
      if (by === undefined) return claim;
      const session = by.kind === 'person' ? undefined : sessions.find(by);
      if (session === undefined || claim?.by.session === session) return session && claim;
      return attestedWrite(session, { last, writers });
    });
  }

  #known({ names, paths, commits }: ProjectFile): Known {
    const [writers, claims, last] = [new Writers(), new FileClaims<Writer>(), new Map<Writer, ChangeEvent>()];
    const written: { event: ChangeEvent; by: Writer }[] = [];
    const unseen = [...commits].sort((a, b) => a - b);
    for (const { event, session } of eventsOf(names, this.#index.read, paths)) {
      while (unseen[0] !== undefined && unseen[0] < event.at - gitSeconds) {
        claims.committed();
        unseen.shift();
      }
      const by = writers.of(session, event);
      claims.take(event, by);
      written.push({ event, by });
      if (writesFile(event)) last.set(by, event);
    }
    return { claims, written, last, writers };
  }
}

type Found = readonly (Pick<Claim<Writer>, 'by' | 'event'> | undefined)[];

/** The write of a session that a note names: its only request that wrote the file, or else no request. */
function attestedWrite(
  session: IndexedSession,
  { last, writers }: Pick<Known, 'last' | 'writers'>,
): Found[number] {
  const own = [...last].filter(([by]) => by.session === session);
  const latest = own.reduce<ChangeEvent | undefined>(
    (best, [, event]) => (best && best.at > event.at ? best : event),
    undefined,
  );
  const [only] = own;
  if (only && own.length === 1) return { by: only[0], event: only[1] };
  const event: ChangeEvent = latest
    ? { ...latest, asked: 0 }
    : { kind: 'script', path: '', at: session.info.activeAt, entry: 1, asked: 0, call: '' };
  const by = writers.of(session, event);
  last.set(by, event);
  return { by, event };
}

/** Finds sessions by what notes name. */
class SessionsByKey {
  readonly #byName = new Map<string, IndexedSession>();

  constructor(sessions: readonly IndexedSession[]) {
    for (const session of sessions) {
      const { source, sessionId } = session.info;
      for (const name of [sessionId, conversationKey(source, sessionId)])
        if (!this.#byName.has(name)) this.#byName.set(name, session);
    }
  }

  find({ id, key }: { readonly id: string | undefined; readonly key: string }): IndexedSession | undefined {
    return this.#byName.get(id ?? key) ?? this.#byName.get(key);
  }
}

const nameOf = (session: string, asked: number): string => `${asked} ${session}`;

const newestFirst = (a: T.Attribution, b: T.Attribution): number =>
  a.time < b.time ? 1 : a.time > b.time ? -1 : 0;

/** All requests that wrote a file, with their lines. */
function ofFile({ last }: Known, found: Found): readonly T.Attribution[] {
  const lines = new Map<Writer, number[]>();
  found.forEach((claim, n) => {
    if (!claim) return;
    const own = lines.get(claim.by) ?? [];
    own.push(n + 1);
    lines.set(claim.by, own);
  });
  return [...last]
    .map(([by, event]) => ({ ...describeRequest(by, event), lines: rangesOf(lines.get(by) ?? []) }))
    .sort(newestFirst);
}

/** The request that wrote a line, if certain. */
function ofLine(found: Found, line: number): readonly T.Attribution[] {
  const claim = found[line - 1];
  return claim ? [{ ...describeRequest(claim.by, claim.event), lines: [[line, line]] }] : [];
}

function checkLine(
  line: number | undefined,
  { shown }: ProjectFile,
  state: T.FileHistory['state'],
  count: number,
): void {
  if (line === undefined || (state !== 'text' && state !== 'generated' && state !== 'missing')) return;
  if (Number.isInteger(line) && line >= 1 && line <= count) return;
  const repair =
    state === 'missing'
      ? `there is no ${shown} now: leave the line out to see who wrote it.`
      : count === 0
        ? `${shown} is empty: leave the line out to see who wrote it.`
        : `${shown} has ${count} ${count === 1 ? 'line' : 'lines'}: give 1 to ${count}.`;
  throw new StoreError('invalid_argument', `line is ${line}, and ${repair}`, { argument: 'line' });
}

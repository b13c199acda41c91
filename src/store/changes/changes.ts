import type { StoreContext } from '../base/context.ts';
import { StoreError } from '../base/core.ts';
import type { Edit } from '../facts/edits.ts';
import { withStoreErrors } from '../files/failure.ts';
import type { Workspace } from '../sessions/types.ts';
import { Attributor } from './attribute.ts';
import { ChangeIndex } from './changeIndex.ts';
import type { ChangeSources, FoldersBefore } from './sources.ts';
import { FileClaims, type Claim } from './claims.ts';
import { changedDays } from './changedDays.ts';
import { eventsOf } from './fileEvents.ts';
import { fileText, projectFile, ProjectFolders } from './projectFile.ts';
import type { ProjectFile } from './eventPaths.ts';
import { rangesOf } from './ranges.ts';
import { toldOf, Writers, type Writer } from './requests.ts';
import { editsOfRequest } from './requestEdits.ts';
import { writesFile, type ChangeEvent } from './sessionChanges.ts';
import type * as T from './types.ts';

/** Waits so long for sessions that were not read yet. Milliseconds. */
const usualWait = 400;

/** Git notes whole seconds. Milliseconds. */
const gitSeconds = 1_000;

/** What is known of a file. */
interface Known {
  readonly claims: FileClaims<Writer>;
  /** The last thing that was written upon each request. */
  readonly last: ReadonlyMap<Writer, ChangeEvent>;
}

/** Tells who wrote what. What the methods promise stands at `ChangeStore`. */
export class Changes implements T.ChangeStore {
  readonly #folders: ProjectFolders;
  readonly #index: ChangeIndex;

  /** `before` tells in which folders the project was before. */
  constructor(context: StoreContext, sources: ChangeSources, before: FoldersBefore) {
    this.#folders = new ProjectFolders(before);
    this.#index = new ChangeIndex(context, sources);
  }

  history(
    workspace: Workspace,
    { path, line, text, limit = Infinity }: T.HistoryRequest,
    { waitMs = usualWait } = {},
  ): Promise<T.FileHistory> {
    return withStoreErrors(async () => {
      const file = await projectFile(this.#folders, workspace, path);
      const { state, lines } = await fileText(file, text);
      checkLine(line, file, state, lines.length);
      const index = await this.#index.refresh(workspace, waitMs);
      const known = this.#known(file);
      const found = index.waiting === 0 && state === 'text' ? attributed(known, lines) : [];
      const all = line === undefined ? ofFile(known, found) : ofLine(found, line);
      return {
        ...{ path: file.shown, state, lineCount: lines.length, ...index },
        attributions: all.slice(0, limit),
        total: all.length,
      };
    });
  }

  lines(
    workspace: Workspace,
    path: string,
    text: string,
    { waitMs = usualWait } = {},
  ): Promise<T.LineHistory> {
    return withStoreErrors(async () => {
      const file = await projectFile(this.#folders, workspace, path);
      const { state, lines } = await fileText(file, text);
      const index = await this.#index.refresh(workspace, waitMs);
      const known = this.#known(file);
      const found = index.waiting === 0 && state === 'text' ? attributed(known, lines) : [];
      const told = new Map(ofFile(known, found).map((each) => [nameOf(each.session, each.asked), each]));
      const count = text.split(/\r\n|\n|\r/).length;
      const attributions = Array.from({ length: count }, (_, n) => {
        const by = found[n]?.by;
        return by && told.get(nameOf(by.session.info.sessionId, by.asked));
      });
      return { lines: attributions, ...index };
    });
  }

  days(
    workspace: Workspace,
    request: T.DaysRequest = {},
    { waitMs = usualWait } = {},
  ): Promise<T.ChangedDays> {
    return withStoreErrors(async () => {
      const index = await this.#index.refresh(workspace, waitMs);
      const folders = workspace.folders.map((folder) => this.#folders.of(folder, workspace));
      return { days: changedDays(this.#index.read, await Promise.all(folders), request), ...index };
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

  #known({ names, paths, commits }: ProjectFile): Known {
    const [writers, claims, last] = [new Writers(), new FileClaims<Writer>(), new Map<Writer, ChangeEvent>()];
    const unseen = [...commits].sort((a, b) => a - b);
    for (const { event, session } of eventsOf(names, this.#index.read, paths)) {
      while (unseen[0] !== undefined && unseen[0] < event.at - gitSeconds) {
        claims.committed();
        unseen.shift();
      }
      const by = writers.of(session, event);
      claims.take(event, by);
      if (writesFile(event)) last.set(by, event);
    }
    return { claims, last };
  }
}

type Found = readonly (Claim<Writer> | undefined)[];

const attributed = ({ claims }: Known, lines: readonly string[]): Found =>
  new Attributor(claims, lines).attribute();

const nameOf = (session: string, asked: number): string => `${asked} ${session}`;

const newestFirst = (a: T.Attribution, b: T.Attribution): number =>
  a.time < b.time ? 1 : a.time > b.time ? -1 : 0;

/** All requests that wrote a file, each with its lines. */
function ofFile({ last }: Known, found: Found): readonly T.Attribution[] {
  const lines = new Map<Writer, number[]>();
  found.forEach((claim, n) => {
    if (!claim) return;
    const own = lines.get(claim.by) ?? [];
    own.push(n + 1);
    lines.set(claim.by, own);
  });
  return [...last]
    .map(([by, event]) => ({ ...toldOf(by, event), lines: rangesOf(lines.get(by) ?? []) }))
    .sort(newestFirst);
}

/** The request that wrote a line, if that is certain. */
function ofLine(found: Found, line: number): readonly T.Attribution[] {
  const claim = found[line - 1];
  return claim ? [{ ...toldOf(claim.by, claim.event), lines: [[line, line]] }] : [];
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

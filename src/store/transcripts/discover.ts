import { dirname } from 'node:path';
import { defined, errno } from '../base/core.ts';
import type { Secrets } from '../base/context.ts';
import { TimeSlices } from '../base/timeSlices.ts';
import { markOf, type DerivedTable, type TableLook } from '../files/derivedTable.ts';
import { statForeignNow } from '../files/foreign.ts';
import { isWithin, type FormerFolder } from '../projects/paths.ts';
import { namesRoots } from './namesRoots.ts';
import type {
  AgentTable,
  AgentTranscripts,
  Overview,
  ReadOnce,
  Retention,
  Ends,
  FoundTranscript,
  Places,
  RootPlace,
  Roots,
  StoredFacts,
} from './shared/agent.ts';
import { readJsonBeside } from './shared/whole.ts';
import { quickScan, readUntil } from './shared/ends.ts';
import { rootsOf } from './shared/roots.ts';
import { isCommand, isTitled } from './shared/titles.ts';
import type { KnownInfo, KnownTranscript } from './knownTranscripts.ts';
import type {
  Agent,
  DeletionRule,
  DiscoveredTranscripts,
  NewestTranscripts,
  SilentTranscript,
  TranscriptInfo,
  TranscriptSource,
} from './shared/types.ts';

/** Of so many agents files are looked at side by side: what was read of all of them may arrive in one turn. */
const agentsAtOnce = 4;

/** How transcripts are looked for. */
export interface DiscoveryOptions {
  readonly agents: AgentTable;
  readonly places: Places;
  /** Where the project was before, whose sessions belong to it as well. */
  readonly former: readonly FormerFolder[];
  /** For this folder alone: what did not change since it was filled is not read again. */
  readonly known: DerivedTable<KnownTranscript>;
  readonly secrets: Secrets;
}

/**
 * The transcripts of all agents that belong to a folder (it, its git repository and the other working trees of that, and
 * where its project was before). Of each only head and tail are read, one file at a time per agent. Sessions in which
 * nothing was said are `silent`; left out is what cannot be read, and Copilot's own transcript of a chat session of
 * VS Code that is listed itself.
 */
export async function discoverTranscripts(
  folder: string,
  looking: DiscoveryOptions,
): Promise<DiscoveredTranscripts> {
  const { agents, places } = looking;
  const discovery = await discoveryIn(folder, looking);
  const { known, roots } = discovery;
  const slices = new TimeSlices();
  const lists: RuledLook[][] = [];
  const waiting = Object.values(agents).entries();
  const next = async (): Promise<void> => {
    for (const [place, agent] of waiting) {
      const looked: Looked[] = [];
      for await (const found of agent.find(places, roots)) {
        const one = await look(found, discovery);
        if (one) looked.push(one);
        await known.keep();
        await slices.pause();
      }
      lists[place] = withRule(looked, await agent.retention?.(places, folder));
    }
  };
  await Promise.all(Array.from({ length: agentsAtOnce }, next));
  await known.end();
  const transcripts = withoutTwins(lists.flatMap((list) => list.flatMap((one) => one.info ?? [])));
  return {
    transcripts: transcripts.sort((a, b) => b.activeAt - a.activeAt || (a.path < b.path ? -1 : 1)),
    silent: lists.flatMap((list) => silentOf(list)),
  };
}

/**
 * Of the transcripts that `discoverTranscripts` finds those whose files changed last, at most `count`, without what their
 * agents' rules mean for each, and how many files there are. Takes a look at each file, and reads no others.
 */
export async function newestTranscripts(
  folder: string,
  looking: DiscoveryOptions,
  count: number,
): Promise<NewestTranscripts> {
  const discovery = await discoveryIn(folder, looking);
  const slices = new TimeSlices();
  const found: { readonly one: FoundTranscript; readonly changedAt: number }[] = [];
  for (const agent of Object.values(looking.agents))
    for await (const one of agent.find(looking.places, discovery.roots)) {
      const changedAt = changeOf(one);
      if (changedAt !== undefined) found.push({ one, changedAt });
      await slices.pause();
    }
  const transcripts: TranscriptInfo[] = [];
  for (const { one } of found.sort((a, b) => b.changedAt - a.changedAt)) {
    if (transcripts.length === count) break;
    const looked = await look(one, discovery);
    if (looked?.info) transcripts.push(looked.info);
    await slices.pause();
  }
  return { transcripts: withoutTwins(transcripts), files: found.length };
}

/** When a transcript changed last, milliseconds; undefined where it is gone. */
function changeOf(found: FoundTranscript): number | undefined {
  try {
    return stateOf(found).mtimeMs;
  } catch (error) {
    if (errno(error) !== undefined) return undefined;
    throw error;
  }
}

async function discoveryIn(folder: string, looking: DiscoveryOptions): Promise<Discovery> {
  const roots = await rootsOf(looking.places, folder, looking.former);
  const known = await looking.known.look();
  return { ...looking, known, roots, readOnce: onceFor(readJsonBeside) };
}

/**
 * Without what is told by others of the same session: Copilot in VS Code writes a transcript of its own of each chat
 * session, and SpecStory one of any agent's, and the session itself is whole.
 */
function withoutTwins(infos: readonly TranscriptInfo[]): TranscriptInfo[] {
  const idsOf = (counts: (info: TranscriptInfo) => boolean) =>
    new Set(infos.filter(counts).map(({ sessionId }) => sessionId));
  const chats = idsOf(({ agent }) => agent === 'vscode');
  const own = idsOf(({ agent }) => agent !== 'specstory');
  const twins: Readonly<Partial<Record<Agent, ReadonlySet<string>>>> = { copilot: chats, specstory: own };
  return infos.filter(({ agent, sessionId }) => twins[agent]?.has(sessionId) !== true);
}

/** What the file of a transcript tells without being read. */
interface FileInfo extends SilentTranscript {
  /** Whether only its place says that it belongs here: several folders may share it. */
  readonly likely?: true;
}

/** A file that was looked at. */
interface Looked {
  readonly file: FileInfo;
  /** Missing where nothing that was said can be read, and for another folder's. */
  readonly info?: Omit<TranscriptInfo, keyof DeletionRule>;
  /** Whether it is known to belong elsewhere. */
  readonly isForeign?: true;
}

/** With what its agent's rule means for it. */
type RuledLook = Looked & { readonly info?: TranscriptInfo };

/** Transcripts with what their agent's rule means for each. */
function withRule(looked: readonly Looked[], rule: Retention | undefined): RuledLook[] {
  const ranks = new Map<string, number>();
  const newestFirst = [...looked].sort((a, b) => b.file.changedAt - a.file.changedAt);
  return newestFirst.map(({ file, info, ...rest }) => {
    const folder = dirname(file.path);
    const rank = ranks.get(folder) ?? 0;
    ranks.set(folder, rank + 1);
    const deletion = rule === undefined ? {} : deletionOf(file, rank, rule);
    return { ...rest, file: { ...file, ...deletion }, ...(info && { info: { ...info, ...deletion } }) };
  });
}

/** `rank` is how many of its folder changed later. */
function deletionOf({ changedAt }: FileInfo, rank: number, { maxAgeMs, newest }: Retention): DeletionRule {
  if (maxAgeMs === undefined && newest === undefined) return { neverDeleted: true };
  return defined({
    deletedAt: maxAgeMs === undefined ? undefined : changedAt + maxAgeMs,
    deletedAfter: newest === undefined ? undefined : Math.max(0, newest - rank - 1),
  });
}

/** Where only the place says that a silent transcript belongs here, none of another folder may lie beside it. */
function silentOf(looked: readonly Looked[]): SilentTranscript[] {
  const shared = new Set(looked.filter(({ isForeign }) => isForeign).map(({ file }) => dirname(file.path)));
  return looked.flatMap(({ file: { likely, ...file }, info, isForeign }) =>
    info || isForeign || (likely && shared.has(dirname(file.path))) ? [] : file,
  );
}

interface Discovery extends Omit<DiscoveryOptions, 'known'> {
  readonly known: TableLook<KnownTranscript>;
  readonly roots: Roots;
  readonly readOnce: ReadOnce;
}

async function look(found: FoundTranscript, looking: Discovery): Promise<Looked | undefined> {
  try {
    const state = stateOf(found);
    const known = await know(found, state, looking);
    const { info, cwd } = known;
    const file = { agent: found.agent, path: found.path, size: state.size, changedAt: state.mtimeMs };
    const place = await placeOf(found, known, looking.roots);
    if (place && (info?.startedAt ?? state.mtimeMs) <= place.until) {
      const isElsewhere = place.isHere ? undefined : true;
      return { file, ...(info && { info: { ...file, ...info, ...defined({ cwd, isElsewhere }) } }) };
    }
    if (cwd !== undefined) return { file, isForeign: true };
    return found.likely ? { file: { ...file, likely: true } } : undefined;
  } catch (error) {
    // Gone meanwhile, or not ours to read: a list shows the others.
    if (errno(error) !== undefined) return undefined;
    throw error;
  }
}

/** What is known of a transcript, read where that is new, or was another folder's and is ours now. */
async function know(found: FoundTranscript, stat: FileState, looking: Discovery): Promise<KnownTranscript> {
  if (found.stored) return storedTranscript(found, found.stored, looking.secrets);
  const { known: table, roots } = looking;
  const known = table.get(found.path, stat.mark);
  const isAnswered = known?.names === undefined || known.names.of === rootsKey(roots);
  if (known && isAnswered && (known.info ?? known.empty ?? !(await placeOf(found, known, roots))))
    return known;
  return table.set(found.path, stat.mark, await readKnown(found, stat, looking));
}

/** What is known of a session that is no file. */
function storedTranscript(
  found: FoundTranscript,
  { overview }: StoredFacts,
  secrets: Secrets,
): KnownTranscript {
  const own = defined({ cwd: overview.cwd });
  if (overview.empty) return { ...own, empty: true };
  const shown = { ...overview, ...secrets.value(defined({ title: overview.title })) };
  return { ...own, info: infoOf(shown, Date.parse(overview.lastUpdated)) };
}

/** How a transcript belongs to the roots: its place says so, or the folder it ran in, or what it names. */
async function placeOf(
  { unsure }: FoundTranscript,
  { cwd, names }: Pick<KnownTranscript, 'cwd' | 'names'>,
  roots: Roots,
): Promise<RootPlace | undefined> {
  const place = cwd === undefined ? undefined : await roots.placeOf(cwd);
  const found = !unsure || names?.ours === true;
  return place ?? (found ? { isHere: names === undefined, until: Infinity } : undefined);
}

/** Says which roots a transcript was asked about. */
const rootsKey = ({ folders }: Roots): string => folders.join('\n');

/** What the file of a transcript, or what it is kept in, says of it. */
interface FileState {
  readonly size: number;
  readonly mtimeMs: number;
  readonly mark: string;
}

function stateOf({ path, stored }: FoundTranscript): FileState {
  if (stored) return { ...stored, mark: '' };
  const stat = statForeignNow(path);
  return { size: stat.size, mtimeMs: stat.mtimeMs, mark: markOf(stat) };
}

async function readKnown(
  found: FoundTranscript,
  stat: FileState,
  looking: Discovery,
): Promise<KnownTranscript> {
  const { agents, places, roots, readOnce, secrets } = looking;
  const agent = agents[found.agent];
  const source = { path: found.path, mtimeMs: stat.mtimeMs };
  const look = async (ends: Ends) => ({
    ends,
    overview: await overviewOf(agent, { ends, source, readOnce, secrets }),
  });
  const placed = ({ overview }: SeenTranscript) => !found.unsure || overview.cwd !== undefined;
  const isEnough = (looked: SeenTranscript) => placed(looked) && showsTitle(agent, looked);
  const atOnce = !found.unsure || found.likely === true;
  const read = (enough: typeof isEnough, tail: boolean) =>
    readUntil(found.path, stat.size, look, enough, { tail });
  let looked = await read(atOnce ? isEnough : placed, atOnce);
  const cwd = found.cwd ?? looked.overview.cwd;
  const isScratch = cwd !== undefined && isWithin(cwd, roots.scratch, places.platform);
  const ours = isScratch && (await namesRoots(found.path, stat.size, roots.folders, places.platform));
  const names = isScratch ? { of: rootsKey(roots), ours } : undefined;
  const base = defined({ cwd, names });
  if (!(await placeOf(found, base, roots))) return base;
  if (!atOnce && !looked.ends.complete) looked = await read(isEnough, true);
  const { ends, overview } = looked;
  if (ends.complete && overview.empty) return { ...base, empty: true };
  // The end of a single JSON value is not read by itself; then the last change is the last activity.
  const activeAt = ends.complete || ends.tail !== '' ? Date.parse(overview.lastUpdated) : stat.mtimeMs;
  const info = infoOf(overview, activeAt);
  return { ...base, info: { ...info, title: secrets.text(info.title) } };
}

interface Unread {
  readonly ends: Ends;
  readonly source: TranscriptSource;
  readonly readOnce: ReadOnce;
  readonly secrets: Secrets;
}

/** What head and tail tell; of a long transcript of lines a fraction of them, where that is enough. */
async function overviewOf(
  { telling, titleOf }: AgentTranscripts,
  { ends, source, readOnce, secrets }: Unread,
) {
  // Masked before a title is cut out of it.
  const masked = ({ head, tail, ...read }: Ends): Ends => ({
    ...read,
    head: secrets.document(head),
    tail: secrets.document(tail),
  });
  const quick = telling && quickScan(ends, telling);
  const seen = quick && (await titleOf(masked(quick), source, readOnce));
  return seen && !seen.empty && isTitled(seen) ? seen : titleOf(masked(ends), source, readOnce);
}

/** Remembers what was read of each path. */
function onceFor(read: ReadOnce): ReadOnce {
  const known = new Map<string, ReturnType<ReadOnce>>();
  return (path) => {
    const reading = known.get(path) ?? read(path);
    known.set(path, reading);
    return reading;
  };
}

/** Whether the list shows what the reader of the whole would: a line that was cut may be no words of the person. */
function showsTitle({ writesLines = false }: AgentTranscripts, { ends, overview }: SeenTranscript): boolean {
  const { empty, title = '' } = overview;
  return !empty && isTitled(overview) && !isCommand(title) && !(ends.torn && writesLines);
}

/** What was read of a transcript, and what that tells. */
interface SeenTranscript {
  readonly ends: Ends;
  readonly overview: Overview;
}

const infoOf = ({ sessionId, title, startTime, gitBranch }: Overview, activeAt: number): KnownInfo => ({
  sessionId,
  title: title ?? sessionId,
  startedAt: Date.parse(startTime),
  activeAt,
  ...defined({ gitBranch }),
});

import { defined, errno } from '../base/core.ts';
import type { Secrets } from '../base/context.ts';
import { markOf, type DerivedTable, type TableLook } from '../files/derivedTable.ts';
import { statForeignNow } from '../files/foreign.ts';
import { isWithin, type FormerFolder } from '../projects/paths.ts';
import { namesRoots } from './namesRoots.ts';
import type {
  AgentTable,
  AgentTranscripts,
  Overview,
  ReadOnce,
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
import type { DeletionRule, SilentTranscript, TranscriptInfo, TranscriptSource } from './shared/types.ts';

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

/** What the file of a transcript tells without being read. */
export interface FileInfo extends SilentTranscript {
  /** Whether only its place says that it belongs here: several folders may share it. */
  readonly likely?: true;
}

/** A file that was looked at. */
export interface Looked {
  readonly file: FileInfo;
  /** Missing where nothing that was said can be read, and for another folder's. */
  readonly info?: Omit<TranscriptInfo, keyof DeletionRule>;
  /** Whether it is known to belong elsewhere. */
  readonly isForeign?: true;
}

/** Begins to look for the transcripts of a folder. */
export async function discoveryIn(folder: string, looking: DiscoveryOptions): Promise<Discovery> {
  const roots = await rootsOf(looking.places, folder, looking.former);
  const known = await looking.known.look();
  return { ...looking, known, roots, readOnce: onceFor(readJsonBeside) };
}

/** What is known while one folder's transcripts are looked for. */
export interface Discovery extends Omit<DiscoveryOptions, 'known'> {
  readonly known: TableLook<KnownTranscript>;
  readonly roots: Roots;
  readonly readOnce: ReadOnce;
}

/** What is to be listed of a transcript; undefined for what is gone, not ours to read, or surely elsewhere. */
export async function lookAt(found: FoundTranscript, looking: Discovery): Promise<Looked | undefined> {
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

/** Throws what the disk says where it is gone. */
export function stateOf({ path, stored }: FoundTranscript): FileState {
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

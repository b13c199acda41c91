import { basename, dirname } from 'node:path';
import { defined } from '../../disk/base/core.ts';
import type { Secrets } from '../../disk/base/context.ts';
import type { Derived } from '../../disk/files/derived.ts';
import type { DerivedPass } from '../../disk/files/derivedPass.ts';
import { fingerprintOf } from '../../disk/files/fingerprint.ts';
import { statForeignNow } from '../../disk/files/foreign.ts';
import { isWithin, type FormerFolder } from '../../disk/projects/paths.ts';
import { mentionsRoots } from './mentionsRoots.ts';
import type { Places } from '../profile/machine.ts';
import {
  readerOf,
  type AgentTable,
  type AgentTranscripts,
  type Overview,
  type ReadOnce,
  type Ends,
  type FoundTranscript,
  type RootRelation,
  type Roots,
  type StoredFacts,
} from './agent.ts';
import { fileChunks, readJsonBeside } from './whole.ts';
import { quickScan, readUntil } from './ends.ts';
import { sessionFileIn } from './places.ts';
import { rootsOf } from './roots.ts';
import { unreadBy, unreadHomes, type UnreadPlaces } from './unread.ts';
import { givenTitle, isCommand, isTitled } from './titles.ts';
import { transcriptInfo, type KnownInfo, type KnownTranscript } from './knownTranscripts.ts';
import type {
  DeletionRule,
  SilentTranscript,
  TranscriptInfo,
  TranscriptSource,
  UnreadPlace,
} from './types.ts';

/** Options of the search for transcripts. */
export interface DiscoveryOptions {
  readonly agents: AgentTable;
  readonly places: Places;
  /** The project's former folders, whose sessions belong to it as well. */
  readonly former: readonly FormerFolder[];
  /** Cache for this folder; files unchanged since are not read again. */
  readonly known: Derived<KnownTranscript>;
  readonly secrets: Secrets;
}

/** Facts about a transcript's file that need no reading. */
export interface FileInfo extends SilentTranscript {
  /** True if only its path places it here, and other folders may share that path. */
  readonly likely?: true;
}

/** An inspected file. */
export interface InspectedTranscript {
  readonly file: FileInfo;
  /** Missing if it holds no readable message, and for transcripts of other folders. */
  readonly info?: Omit<TranscriptInfo, keyof DeletionRule>;
  /** True if it surely belongs to another folder. */
  readonly isForeign?: true;
  /** Identifies the file on its disk, under whichever names; missing for sessions without a file. */
  readonly node?: string;
}

/** Prepares a search for the transcripts of a folder. */
export async function discoveryIn(folder: string, options: DiscoveryOptions): Promise<Discovery> {
  const roots = await rootsOf(options.places, folder, options.former);
  const known = await options.known.pass();
  const unread = unreadHomes(options.agents, options.places, roots.folders);
  return { ...options, known, roots, unread, readOnce: onceFor(readJsonBeside) };
}

/** State of a search in one folder. */
export interface Discovery extends Omit<DiscoveryOptions, 'known'> {
  readonly known: DerivedPass<KnownTranscript>;
  readonly roots: Roots;
  readonly unread: UnreadPlaces;
  readonly readOnce: ReadOnce;
}

/** Inspects a transcript for a list; undefined if it no longer exists, is not readable, or surely belongs elsewhere. */
export async function inspectTranscript(
  found: FoundTranscript,
  discovery: Discovery,
): Promise<InspectedTranscript | undefined> {
  try {
    const state = stateOf(found);
    const known = await factsOf(found, state, discovery);
    const { cwd } = known;
    const info = known.info && named(known.info, found, discovery.secrets);
    const file = { agent: found.agent, path: found.path, size: state.size, changedAt: state.mtimeMs };
    const relation = await relationOf(found, known, discovery.roots);
    if (relation && (info?.startedAt ?? state.mtimeMs) <= relation.until) {
      const { isHere } = relation;
      const listed =
        info && transcriptInfo(file, info, { known, isHere, platform: discovery.places.platform });
      return { file, ...defined({ info: listed, node: state.node }) };
    }
    if (cwd !== undefined) return { file, isForeign: true };
    return found.likely ? { file: { ...file, likely: true } } : undefined;
  } catch (error) {
    // Deleted since it was found, or not readable: the list shows the others.
    const place = unreadBy(found.agent, found.path, error) ?? (await packedAt(found));
    if (place) discovery.unread.report(place);
    return undefined;
  }
}

/** Gives a session the name that its agent keeps apart from it. */
function named(info: KnownInfo, { name }: FoundTranscript, secrets: Secrets): KnownInfo {
  const title = givenTitle(name);
  return title === undefined ? info : { ...info, title: secrets.text(title) };
}

/** Describes the packed file in place of a missing one; undefined for none. */
async function packedAt({ agent, path }: FoundTranscript): Promise<UnreadPlace | undefined> {
  const packed = await sessionFileIn(dirname(path), basename(path));
  return packed === undefined || packed === path ? undefined : { agent, path: packed, reason: 'packed' };
}

/** Returns the cached facts, or reads them if they are stale or lack the info of what now belongs here. */
async function factsOf(
  found: FoundTranscript,
  stat: FileState,
  discovery: Discovery,
): Promise<KnownTranscript> {
  if (found.stored) return storedTranscript(found, found.stored, discovery.secrets);
  const { known: table, roots } = discovery;
  const known = table.get(found.path, stat.fingerprint);
  const isAnswered = known?.names === undefined || known.names.of === rootsKey(roots);
  if (known && isAnswered && (known.info ?? known.empty ?? !(await relationOf(found, known, roots))))
    return known;
  return table.set(found.path, stat.fingerprint, await readKnown(found, stat, discovery));
}

/** Facts about a session that is not a file. */
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

/** How a transcript belongs to the roots: by its path, by its working folder, or by what it mentions. */
async function relationOf(
  { unsure }: FoundTranscript,
  { cwd, alsoIn = [], names, lost }: Pick<KnownTranscript, 'cwd' | 'alsoIn' | 'names' | 'lost'>,
  roots: Roots,
): Promise<RootRelation | undefined> {
  let relation: RootRelation | undefined;
  for (const folder of cwd === undefined ? [] : [cwd, ...alsoIn]) {
    const one = await roots.relationOf(folder);
    if (relation === undefined || one?.isHere) relation = one;
    if (relation?.isHere) break;
  }
  const found = !unsure || lost === true || names?.ours === true;
  return relation ?? (found ? { isHere: names === undefined, until: Infinity } : undefined);
}

/** Key of the roots that a cached answer is about. */
const rootsKey = ({ folders }: Roots): string => folders.join('\n');

/** State of a transcript's file or storage. */
interface FileState {
  readonly size: number;
  readonly mtimeMs: number;
  readonly fingerprint: string;
  readonly node?: string;
}

/** Reads the state of the file; throws the disk's error if it no longer exists. */
export function stateOf({ path, stored }: FoundTranscript): FileState {
  if (stored) return { ...stored, fingerprint: '' };
  const stat = statForeignNow(path);
  const node = `${stat.dev} ${stat.ino}`;
  return { size: stat.size, mtimeMs: stat.mtimeMs, fingerprint: fingerprintOf(stat), node };
}

async function readKnown(
  found: FoundTranscript,
  stat: FileState,
  discovery: Discovery,
): Promise<KnownTranscript> {
  const { agents, places, roots, readOnce, secrets } = discovery;
  const agent = readerOf(agents, found.agent);
  const source = { path: found.path, mtimeMs: stat.mtimeMs };
  const look = async (ends: Ends) => ({
    ends,
    overview: await overviewOf(agent, { ends, source, readOnce, secrets }),
  });
  const isPlaced = ({ overview }: PartialRead) =>
    !found.unsure || found.isHomeless === true || overview.cwd !== undefined;
  const isEnough = (inspected: PartialRead) => isPlaced(inspected) && hasFinalTitle(agent, inspected);
  const atOnce = !found.unsure || found.likely === true;
  const { assembled } = agent;
  const content =
    assembled &&
    ((head: string) => (assembled.is(found.path, head) ? assembled.open(found.path) : undefined));
  const read = (enough: typeof isEnough, tail: boolean) =>
    readUntil(found.path, stat.size, look, enough, { tail, content });
  let inspected = await read(atOnce ? isEnough : isPlaced, atOnce);
  const cwd = found.cwd ?? inspected.overview.cwd;
  const bytes = assembled?.open(found.path) ?? fileChunks(found.path);
  const isScratch = found.isHomeless ?? (cwd !== undefined && isWithin(cwd, roots.scratch, places.platform));
  const isOurs = isScratch && (await mentionsRoots(bytes, stat.size, roots.folders, places.platform));
  const names = isScratch ? { of: rootsKey(roots), ours: isOurs } : undefined;
  const isLost = cwd === undefined && assembled?.isLost(inspected.ends.head) === true;
  const lost: true | undefined = isLost || undefined;
  const placed = defined({ cwd, alsoIn: inspected.overview.alsoIn, names, lost });
  if (!(await relationOf(found, placed, roots))) return placed;
  if (!atOnce && !inspected.ends.complete) inspected = await read(isEnough, true);
  const { ends, overview } = inspected;
  const base = { ...placed, ...defined({ cwd: found.cwd ?? overview.cwd, alsoIn: overview.alsoIn }) };
  if (ends.complete && overview.empty && !lost) return { ...base, empty: true };
  // A single JSON value's end is not parsed by itself; the last change then counts as the last activity.
  const activeAt = ends.complete || ends.tail !== '' ? Date.parse(overview.lastUpdated) : stat.mtimeMs;
  const info = infoOf(overview, activeAt);
  return { ...base, info: { ...info, title: secrets.text(info.title) } };
}

interface OverviewInput {
  readonly ends: Ends;
  readonly source: TranscriptSource;
  readonly readOnce: ReadOnce;
  readonly secrets: Secrets;
}

/** Reads an overview from head and tail; from a fraction of the lines of a long transcript if that is enough. */
async function overviewOf(
  { keyLines, titleOf }: AgentTranscripts,
  { ends, source, readOnce, secrets }: OverviewInput,
) {
  // Masked before a title is cut out of it.
  const masked = ({ head, tail, ...read }: Ends): Ends => ({
    ...read,
    head: secrets.document(head),
    tail: secrets.document(tail),
  });
  const quick = keyLines && quickScan(ends, keyLines);
  const quickOverview = quick && (await titleOf(masked(quick), source, readOnce));
  return quickOverview && !quickOverview.empty && isTitled(quickOverview)
    ? quickOverview
    : titleOf(masked(ends), source, readOnce);
}

/** Caches what was read of each path. */
function onceFor(read: ReadOnce): ReadOnce {
  const known = new Map<string, ReturnType<ReadOnce>>();
  return (path) => {
    const reading = known.get(path) ?? read(path);
    known.set(path, reading);
    return reading;
  };
}

/** Whether a full read would give the same title: a line that was cut may hold no words of the person. */
function hasFinalTitle({ writesLines = false }: AgentTranscripts, { ends, overview }: PartialRead): boolean {
  const { empty, title = '' } = overview;
  return !empty && isTitled(overview) && !isCommand(title) && !(ends.torn && writesLines);
}

/** Parts read of a transcript, and the overview they give. */
interface PartialRead {
  readonly ends: Ends;
  readonly overview: Overview;
}

const infoOf = (
  { sessionId, title, startTime, gitBranch, parentId, isAutomated }: Overview,
  activeAt: number,
): KnownInfo => ({
  sessionId,
  title: title ?? sessionId,
  startedAt: Date.parse(startTime),
  activeAt,
  ...defined({ gitBranch, parentId, isAutomated }),
});

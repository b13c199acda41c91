import { dirname } from 'node:path';
import { defined, errno } from '../../disk/base/core.ts';
import { realForeign } from '../../disk/files/foreign.ts';
import { TimeSlices } from '../../disk/base/timeSlices.ts';
import {
  discoveryIn,
  type Discovery,
  inspectTranscript,
  stateOf,
  type DiscoveryOptions,
  type FileInfo,
  type InspectedTranscript,
} from './inspect.ts';
import type { Places } from '../profile/machine.ts';
import { type AgentTable, type AgentTranscripts, type FoundTranscript, type Retention } from './agent.ts';
import { isSealed, unreadBy } from './unread.ts';
import type {
  DeletionRule,
  DiscoveredTranscripts,
  NewestTranscripts,
  SilentTranscript,
  TranscriptInfo,
  Agent,
} from './types.ts';

/** Number of agents whose files are read concurrently; all their results may arrive in one turn of the event loop. */
const agentsAtOnce = 4;

/**
 * Lists all agents' transcripts that belong to a folder, including its git repository, that one's other working trees,
 * and the project's former folders.
 *
 * Reads only head and tail, one file at a time per agent. Sessions without words are `silent`; unreadable ones are left
 * out, as are Copilot's own transcripts of VS Code chat sessions listed themselves.
 */
export async function discoverTranscripts(
  folder: string,
  options: DiscoveryOptions,
): Promise<DiscoveredTranscripts> {
  const { agents, places } = options;
  const discovery = await discoveryIn(folder, options);
  const { known, unread } = discovery;
  const slices = new TimeSlices();
  const lists: RuledTranscript[][] = [];
  const waiting = agents.entries();
  const next = async (): Promise<void> => {
    for (const [index, agent] of waiting) {
      const inspected: InspectedTranscript[] = [];
      for await (const found of foundBy(agent, discovery)) {
        const one = await inspectTranscript(found, discovery);
        if (one) inspected.push(one);
        await known.keep();
        if (slices.isOver) await slices.pause();
      }
      lists[index] = withRule(await eachFileOnce(inspected), await ruleOf(agent, places, folder));
    }
  };
  await Promise.all(Array.from({ length: agentsAtOnce }, next));
  await known.end();
  const transcripts = withoutTwins(
    lists.flatMap((list) => list.flatMap((one) => one.info ?? [])),
    agents,
  );
  return {
    transcripts: transcripts.sort((a, b) => b.activeAt - a.activeAt || (a.path < b.path ? -1 : 1)),
    silent: lists.flatMap((list) => silentOf(list)),
    unread: unread.all,
  };
}

/** Yields what an agent finds and can read. A place that cannot be read is reported, and takes nothing of other agents with it. */
async function* foundBy(
  agent: AgentTranscripts,
  { places, roots, unread }: Discovery,
): AsyncGenerator<FoundTranscript> {
  try {
    for await (const found of agent.find(places, roots, unread.report)) {
      if (isSealed(agent, found)) unread.report({ agent: agent.id, path: found.path, reason: 'packed' });
      else yield found;
    }
  } catch (error) {
    const place = unreadBy(agent.id, pathIn(error) ?? agent.id, error);
    if (place) unread.report(place);
  }
}

/** Leaves out further names of a file: links lead to it twice. */
async function eachFileOnce(inspected: readonly InspectedTranscript[]): Promise<InspectedTranscript[]> {
  const seen = new Map<string, string>();
  const once: InspectedTranscript[] = [];
  for (const one of inspected) {
    const { node, file } = one;
    const twin = node === undefined ? undefined : seen.get(node);
    if (node !== undefined && twin === undefined) seen.set(node, file.path);
    if (twin === undefined || (await realForeign(twin)) !== (await realForeign(file.path))) once.push(one);
  }
  return once;
}

/** Path that an error is about. */
function pathIn(error: unknown): string | undefined {
  return error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : undefined;
}

/** Returns the rule of an agent; undefined also if its settings cannot be read. */
async function ruleOf(
  { retention }: AgentTranscripts,
  places: Places,
  folder: string,
): Promise<Retention | undefined> {
  try {
    return await retention?.(places, folder);
  } catch (error) {
    if (errno(error) === undefined) throw error;
    return undefined;
  }
}

/**
 * Returns the most recently changed of the transcripts `discoverTranscripts` would list, at most `count`, without
 * deletion rules, and the number of files. Checks every file's state but reads no others.
 */
export async function newestTranscripts(
  folder: string,
  options: DiscoveryOptions,
  count: number,
): Promise<NewestTranscripts> {
  const discovery = await discoveryIn(folder, options);
  const slices = new TimeSlices();
  const found: { readonly one: FoundTranscript; readonly changedAt: number }[] = [];
  for (const agent of options.agents)
    for await (const one of foundBy(agent, discovery)) {
      const changedAt = changeOf(one);
      if (changedAt !== undefined) found.push({ one, changedAt });
      await slices.pause();
    }
  const transcripts: TranscriptInfo[] = [];
  for (const { one } of found.sort((a, b) => b.changedAt - a.changedAt)) {
    if (transcripts.length === count) break;
    const inspected = await inspectTranscript(one, discovery);
    if (inspected?.info) transcripts.push(inspected.info);
    await slices.pause();
  }
  return { transcripts: withoutTwins(transcripts, options.agents), files: found.length };
}

/** Time of a transcript's last change, milliseconds; undefined if it no longer exists. */
function changeOf(found: FoundTranscript): number | undefined {
  try {
    return stateOf(found).mtimeMs;
  } catch (error) {
    if (errno(error) !== undefined) return undefined;
    throw error;
  }
}

/** Removes transcripts that are copies of a listed session, which is complete itself. */
function withoutTwins(infos: readonly TranscriptInfo[], agents: AgentTable): TranscriptInfo[] {
  const copying = new Map(agents.flatMap(({ id, copies }) => (copies ? [[id, copies] as const] : [])));
  const mayCopy = infos.filter(({ agent }) => copying.has(agent));
  const writers = new Map(mayCopy.map(({ sessionId }) => [sessionId, new Set<Agent>()]));
  for (const { agent, sessionId } of infos) writers.get(sessionId)?.add(agent);
  return infos.filter(({ agent, sessionId }) => {
    const copies = copying.get(agent);
    return copies === undefined || ![...(writers.get(sessionId) ?? [])].some(copies);
  });
}

/** An inspected file with its agent's deletion rule applied. */
type RuledTranscript = InspectedTranscript & { readonly info?: TranscriptInfo };

/** Applies an agent's deletion rule to its transcripts. */
function withRule(inspected: readonly InspectedTranscript[], rule: Retention | undefined): RuledTranscript[] {
  const newestFirst = [...inspected].sort((a, b) => b.file.changedAt - a.file.changedAt);
  if (rule === undefined) return newestFirst;
  const ranks = new Map<string, number>();
  return newestFirst.map((one) => {
    const { file, info } = one;
    const folder = dirname(file.path);
    const rank = ranks.get(folder) ?? 0;
    ranks.set(folder, rank + 1);
    const deletion = deletionOf(file, rank, rule);
    return info ? { ...one, info: { ...info, ...deletion } } : { ...one, file: { ...file, ...deletion } };
  });
}

/** `rank` is the number of transcripts of its folder that changed later. */
function deletionOf({ changedAt }: FileInfo, rank: number, { maxAgeMs, newest }: Retention): DeletionRule {
  if (maxAgeMs === undefined && newest === undefined) return { neverDeleted: true };
  return defined({
    deletedAt: maxAgeMs === undefined ? undefined : changedAt + maxAgeMs,
    deletedAfter: newest === undefined ? undefined : Math.max(0, newest - rank - 1),
  });
}

/**
 * Returns the silent transcripts; one placed here only by its path is left out if any transcript beside it belongs to
 * another folder.
 */
function silentOf(inspected: readonly InspectedTranscript[]): SilentTranscript[] {
  const shared = new Set(
    inspected.filter(({ isForeign }) => isForeign).map(({ file }) => dirname(file.path)),
  );
  return inspected.flatMap(({ file: { likely, ...file }, info, isForeign }) =>
    info || isForeign || (likely && shared.has(dirname(file.path))) ? [] : file,
  );
}

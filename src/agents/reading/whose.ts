import { realpath, stat } from 'node:fs/promises';
import { isWithin } from '../../disk/projects/paths.ts';
import type { Places } from '../profile/machine.ts';
import type { AgentTable, AgentTranscripts, Ends, SessionHome } from './agent.ts';
import { readUntil } from './ends.ts';
import { chunksOf } from './lines.ts';
import { JsonRecords } from './records.ts';
import { databasePath, type Agent } from './types.ts';

/** Characters of whole records to search at least before a file counts as no transcript. */
const minSearched = 1024 * 1024;

/** Path in the form of patterns. */
const withSlashes = (path: string): string => path.replaceAll('\\', '/');

/**
 * Returns the agent whose session is at a path: the one that stores or keeps sessions there, else the one that knows
 * its first known record, else the one with such paths. Fails with `ENOENT` for a missing file that none keeps.
 */
export async function whose(path: string, agents: AgentTable, places: Places): Promise<Agent | undefined> {
  return (
    storageAt(path, agents, places) ?? (await keeperOf(path, agents, places)) ?? recognisedAt(path, agents)
  );
}

/** Returns the agent that stores the session at this path outside a file of its own. */
export function storageAt(path: string, agents: AgentTable, places: Places): Agent | undefined {
  const slashed = withSlashes(path);
  const database = databasePath(path)?.database;
  const isNamed = ({ stored }: AgentTranscripts) =>
    database !== undefined && stored?.named?.(places) === database;
  const keeper = agents.find(isNamed) ?? agents.find(({ stored }) => stored?.pathPattern.test(slashed));
  return keeper?.id;
}

/** Returns the agent that keeps sessions at this path, whether or not it exists; links are resolved. */
export async function keeperOf(path: string, agents: AgentTable, places: Places): Promise<Agent | undefined> {
  const homes = agents.flatMap(({ id, homes: of }) => of(places, []).map((home) => ({ id, home })));
  const named = homes.find(({ home }) => isIn(path, home, places));
  if (named) return named.id;
  const real = await realPath(path);
  for (const { id, home } of homes)
    if (home.files?.test(withSlashes(real)) && isIn(real, await realHome(home), places)) return id;
  return undefined;
}

function isIn(path: string, { folder, files }: SessionHome, { platform }: Places): boolean {
  return files?.test(withSlashes(path)) === true && isWithin(path, folder, platform);
}

const realHome = async (home: SessionHome): Promise<SessionHome> => ({
  ...home,
  folder: await realPath(home.folder),
});

/** Resolves links in a path; returns it unchanged if it does not exist. */
const realPath = (path: string): Promise<string> => realpath(path).catch(() => path);

/** Returns the agents whose transcripts have such paths on any machine. */
export const withSuchPaths = (path: string, agents: AgentTable): readonly AgentTranscripts[] =>
  agents.filter(({ pathPattern }) => pathPattern.test(withSlashes(path)));

/** Recognises the agent by a file's first known record, else by its path; undefined if it is none's. */
export async function recognisedAt(path: string, agents: AgentTable): Promise<Agent | undefined> {
  const slashed = withSlashes(path);
  const byPath = withSuchPaths(path, agents);
  const writer = byPath.find(({ plainText = false }) => plainText);
  if (writer) return writer.id;
  const { size } = await stat(path);
  const look = ({ head }: Ends) => recognisedIn(head, slashed, agents);
  const isEnough = ({ agent, records, length }: SeenRecords) =>
    agent !== undefined || (records > 0 && length > minSearched);
  const { records, agent } = await readUntil(path, size, look, isEnough, { tail: false });
  return records === 0 ? byPath[0]?.id : agent;
}

interface SeenRecords {
  readonly agent?: Agent;
  readonly records: number;
  /** Characters searched. */
  readonly length: number;
}

async function recognisedIn(
  head: string,
  path: string,
  agents: readonly AgentTranscripts[],
): Promise<SeenRecords> {
  const { length } = head;
  let records = 0;
  for await (const record of new JsonRecords(chunksOf(head))) {
    records++;
    const agent = agents.find(({ recognise }) => recognise(record, path))?.id;
    if (agent !== undefined) return { agent, records, length };
  }
  return { records, length };
}

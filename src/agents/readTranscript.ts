import { plainSecrets } from '../disk/secrets/secrets.ts';
import { formerFolders } from '../disk/projects/projectIdentity.ts';
import { discoverTranscripts } from './reading/discover.ts';
import { loadAgents } from './loadTranscripts.ts';
import { TranscriptReader } from './reading/reader.ts';
import type { Places } from './profile/machine.ts';
import type { Roots } from './reading/agent.ts';
import { rootsOf } from './reading/roots.ts';
import { transcriptsOfSession } from './reading/sessionFiles.ts';
import type { TranscriptFacts } from './reading/transcriptFacts.ts';
import type { Agent, SessionRecord, TranscriptInfo } from './reading/types.ts';
import { Derived } from '../disk/files/derived.ts';
import type { KnownTranscript } from './reading/knownTranscripts.ts';

/** Reader of all agents' transcripts. */
export const transcripts = new TranscriptReader(loadAgents);

/** Reads a transcript as `TranscriptReader.read` does, by default without masking. */
export const readTranscript = (
  of: Pick<TranscriptInfo, 'agent' | 'path'> | string,
  secrets = plainSecrets,
): Promise<SessionRecord> => transcripts.read(of, secrets);

/**
 * Lists all agents' transcripts that belong to a folder or the former folders of `project`, as `discoverTranscripts`
 * does, the most recently active first.
 */
export async function listTranscripts(
  places: Places,
  folder: string,
  { known = ownTable(), secrets = plainSecrets, project = folder } = {},
): Promise<readonly TranscriptInfo[]> {
  const former = await formerFolders(places, project);
  const options = { agents: await loadAgents(), places, former, known, secrets };
  return (await discoverTranscripts(folder, options)).transcripts;
}

/**
 * Finds the transcripts of a session, of one agent or of all, for a project at `folder`: by their names, else by what is
 * in them.
 */
export async function sessionTranscripts(
  places: Places,
  folder: string,
  session: string,
  agent?: Agent,
): Promise<readonly TranscriptFacts[]> {
  const agents = (await loadAgents()).filter(({ id }) => agent === undefined || id === agent);
  const named = await transcriptsOfSession(session, agents, places, await listedRoots(places, folder));
  if (named.length > 0 || agent !== undefined) return named;
  const id = session.toLowerCase();
  const listed = (await listTranscripts(places, folder)).filter((one) => one.sessionId.toLowerCase() === id);
  return listed.map(({ path, size, activeAt, cwd }) => ({
    ...{ path, size, activeAt, holds: () => true },
    ...(cwd !== undefined && { folder: cwd }),
  }));
}

/** The folders whose sessions belong to a project, with its former ones. */
export const listedRoots = async (places: Places, project: string): Promise<Roots> =>
  rootsOf(places, project, await formerFolders(places, project));

/** Makes an empty cache for one list. */
const ownTable = () => new Derived<KnownTranscript>();

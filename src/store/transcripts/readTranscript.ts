import { plainSecrets } from '../secrets/secrets.ts';
import { formerFolders } from '../projects/projectFolders.ts';
import { agentTranscripts } from './agents.ts';
import { discoverTranscripts } from './discover.ts';
import { TranscriptReader } from './reader.ts';
import type { Places } from './shared/agent.ts';
import type { SessionRecord, TranscriptInfo } from './shared/types.ts';
import { TranscriptCache } from './transcriptCache.ts';

/** Reads the transcripts of all agents. */
export const transcripts = new TranscriptReader(agentTranscripts);

/** What `TranscriptReader.read` gives, by default with nothing masked. */
export const readTranscript = (
  of: Pick<TranscriptInfo, 'agent' | 'path'> | string,
  secrets = plainSecrets,
): Promise<SessionRecord> => transcripts.read(of, secrets);

/**
 * The transcripts of all agents that belong to a folder and to where `project`, whose history tells, was before, as
 * `discoverTranscripts` finds them, the most recently active first.
 */
export async function listTranscripts(
  places: Places,
  folder: string,
  { cache = new TranscriptCache(), secrets = plainSecrets, project = folder } = {},
): Promise<readonly TranscriptInfo[]> {
  const former = await formerFolders(places, project);
  const looking = { agents: agentTranscripts, places, former, cache, secrets };
  return (await discoverTranscripts(folder, looking)).transcripts;
}

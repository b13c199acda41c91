import { plainSecrets } from '../secrets/secrets.ts';
import { formerFolders } from '../projects/projectFolders.ts';
import { discoverTranscripts } from './discover.ts';
import { loadAgents } from './loadAgents.ts';
import { TranscriptReader } from './reader.ts';
import type { Places } from './shared/agent.ts';
import type { SessionRecord, TranscriptInfo } from './shared/types.ts';
import { DerivedTable } from '../files/derivedTable.ts';
import { knownTranscripts } from './knownTranscripts.ts';

/** Reads the transcripts of all agents. */
export const transcripts = new TranscriptReader(loadAgents);

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
  { known = ownTable(), secrets = plainSecrets, project = folder } = {},
): Promise<readonly TranscriptInfo[]> {
  const former = await formerFolders(places, project);
  const looking = { agents: await loadAgents(), places, former, known, secrets };
  return (await discoverTranscripts(folder, looking)).transcripts;
}

/** What is read is remembered by nobody. */
const ownTable = () => new DerivedTable(knownTranscripts(''));

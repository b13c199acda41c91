import { plainSecrets } from '../disk/secrets/secrets.ts';
import { formerFolders } from '../disk/projects/projectIdentity.ts';
import { discoverTranscripts } from './reading/discover.ts';
import { loadAgents } from './loadTranscripts.ts';
import { TranscriptReader } from './reading/reader.ts';
import type { Places } from './profile/machine.ts';
import type { SessionRecord, TranscriptInfo } from './reading/types.ts';
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

/** Makes an empty cache for one list. */
const ownTable = () => new Derived<KnownTranscript>();

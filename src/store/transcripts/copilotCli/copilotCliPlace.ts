import { join } from 'node:path';
import { filesOf, foldersOf, homeOf, type FindTranscripts } from '../shared/places.ts';

/** `session-state/<session>/events.jsonl`, in older versions `session-state/<session>.jsonl`, of all folders together. */
export const findCopilotCli: FindTranscripts = async function* (places) {
  const sessions = join(homeOf(places, 'COPILOT_HOME', '.copilot'), 'session-state');
  for (const folder of await foldersOf(sessions))
    for (const path of await filesOf(folder, /^events\.jsonl$/))
      yield { agent: 'copilot-cli', path, unsure: true };
  for (const path of await filesOf(sessions, /\.jsonl$/)) yield { agent: 'copilot-cli', path, unsure: true };
};

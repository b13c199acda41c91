import { dirname, join } from 'node:path';
import { copilotMeanings } from '../copilot/copilotEvents.ts';
import { isCopilotEvent, isOfEditor, readCopilotEvents } from '../copilot/copilotLog.ts';
import type { FindTranscripts } from '../reading/agent.ts';
import { readBeside, wholeFileAgent } from '../reading/whole.ts';
import { sessionFileIn, foldersOf, sessionFilesOf } from '../reading/places.ts';
import { sessionState, yamlScalar } from './profile.ts';
import { copilotCliWriter } from './write.ts';
import type { ReadTranscript } from '../reading/types.ts';
import { readForm } from '../reading/forms.ts';

/** Reads a session of Copilot CLI: `session-state/<session>/events.jsonl`. */
export const readCopilotCli: ReadTranscript = (chunks, source) =>
  readCopilotEvents(chunks, source, 'copilot-cli', async () => {
    const yaml = await readBeside(join(dirname(source.path), 'workspace.yaml'));
    return { cwd: yamlScalar(yaml, 'cwd'), title: yamlScalar(yaml, 'name') ?? yamlScalar(yaml, 'summary') };
  });

/** GitHub Copilot on the command line. */
export const copilotCli = wholeFileAgent({
  id: 'copilot-cli',
  find: findCopilotCli,
  forms: [readForm('~/.copilot/session-state/*/events.jsonl'), readForm('~/.copilot/session-state/*.jsonl')],
  homes: (places) => [{ folder: sessionState(places), files: /\.jsonl$/ }],
  recognise: (record, path) => isCopilotEvent(record) && !isOfEditor(record, path),
  pathPattern: /\/session-state\/.+\.jsonl$/,
  read: readCopilotCli,
  meanings: copilotMeanings,
  watch: (places) => [sessionState(places)],
  writer: copilotCliWriter,
});

/** Finds `session-state/<session>/events.jsonl` of all projects; in older versions `session-state/<session>.jsonl`. */
async function* findCopilotCli(...[places]: Parameters<FindTranscripts>): ReturnType<FindTranscripts> {
  const sessions = sessionState(places);
  for (const folder of await foldersOf(sessions)) {
    const path = await sessionFileIn(folder, 'events.jsonl');
    if (path !== undefined) yield { agent: 'copilot-cli', path, unsure: true };
  }
  for (const path of await sessionFilesOf(sessions, /\.jsonl$/))
    yield { agent: 'copilot-cli', path, unsure: true };
}

import { dirname, join } from 'node:path';
import type { FindTranscripts } from '../reading/agent.ts';
import { sessionFilesOf, userFolders } from '../reading/places.ts';
import type { ReadTranscript } from '../reading/types.ts';
import { wholeFileAgent } from '../reading/whole.ts';
import { workspaceFolder } from '../vscode/vscodeChat.ts';
import { storagesOf } from '../vscode/transcripts.ts';
import { copilotMeanings } from './copilotEvents.ts';
import { isCopilotEvent, isOfEditor, readCopilotEvents } from './copilotLog.ts';
import { readForm } from '../reading/forms.ts';

/** Reads a transcript of GitHub Copilot in VS Code: `GitHub.copilot-chat/transcripts/<session>.jsonl`. */
export const readCopilot: ReadTranscript = (chunks, source) =>
  readCopilotEvents(chunks, source, 'copilot', async () => ({
    cwd: await workspaceFolder(dirname(dirname(dirname(source.path)))),
  }));

/** GitHub Copilot in VS Code. */
export const copilot = wholeFileAgent({
  id: 'copilot',
  find: findCopilot,
  forms: [readForm('workspaceStorage/*/GitHub.copilot-chat/transcripts/*.jsonl')],
  homes: (places) =>
    userFolders(places).map((folder) => ({
      folder,
      files: /\/GitHub\.copilot-chat\/transcripts\/[^/]+\.jsonl$/,
    })),
  recognise: (record, path) => isCopilotEvent(record) && isOfEditor(record, path),
  pathPattern: /\/GitHub\.copilot-chat\/transcripts\/[^/]+\.jsonl$/,
  copies: (agent) => agent === 'vscode',
  read: readCopilot,
  meanings: copilotMeanings,
  retention: () => Promise.resolve({ newest: 20 }),
});

/** Finds `workspaceStorage/<id>/GitHub.copilot-chat/transcripts/<session>.jsonl`. */
async function* findCopilot(...[places, roots]: Parameters<FindTranscripts>): ReturnType<FindTranscripts> {
  for await (const { storage, cwd } of storagesOf(places, roots))
    for (const path of await sessionFilesOf(join(storage, 'GitHub.copilot-chat', 'transcripts'), /\.jsonl$/))
      yield { agent: 'copilot', path, cwd, unsure: false };
}

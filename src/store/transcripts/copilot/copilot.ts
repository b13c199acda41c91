import { dirname, join } from 'node:path';
import type { AgentTranscripts, FindTranscripts } from '../shared/agent.ts';
import { filesOf } from '../shared/places.ts';
import type { ReadTranscript } from '../shared/types.ts';
import { inWhole, titleFromEnds } from '../shared/whole.ts';
import { workspaceFolder } from '../vscode/vscodeChat.ts';
import { storagesOf } from '../vscode/vscodeAgent.ts';
import { isCopilotEvent, isOfEditor, readCopilotEvents } from './copilotLog.ts';

/** Reads a transcript of GitHub Copilot in VS Code: `GitHub.copilot-chat/transcripts/<session>.jsonl`. */
export const readCopilot: ReadTranscript = (chunks, source) =>
  readCopilotEvents(chunks, source, 'copilot', async () => ({
    cwd: await workspaceFolder(dirname(dirname(dirname(source.path)))),
  }));

const stream = inWhole(readCopilot);

/** GitHub Copilot in VS Code. */
export const copilot: AgentTranscripts = {
  id: 'copilot',
  find: findCopilot,
  recognise: (record, path) => isCopilotEvent(record) && isOfEditor(record, path),
  place: /\/GitHub\.copilot-chat\/transcripts\/[^/]+\.jsonl$/,
  stream,
  titleOf: titleFromEnds(stream),
  retention: () => Promise.resolve({ newest: 20 }),
};

/** `workspaceStorage/<id>/GitHub.copilot-chat/transcripts/<session>.jsonl`. */
async function* findCopilot(...[places, roots]: Parameters<FindTranscripts>): ReturnType<FindTranscripts> {
  for await (const { storage, cwd } of storagesOf(places, roots))
    for (const path of await filesOf(join(storage, 'GitHub.copilot-chat', 'transcripts'), /\.jsonl$/))
      yield { agent: 'copilot', path, cwd, unsure: false };
}

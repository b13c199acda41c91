import { join } from 'node:path';
import type { JsonValue } from '../../base/json.ts';
import type { AgentTranscripts, FindTranscripts } from '../shared/agent.ts';
import { fieldsOf, isList, objectOf } from '../shared/fields.ts';
import { filesOf } from '../shared/places.ts';
import { inWhole, titleFromEnds } from '../shared/whole.ts';
import { readVscodeChat } from './vscodeChat.ts';
import { storagesOf } from './vscodePlaces.ts';

const stream = inWhole(readVscodeChat);

/** The chat of VS Code. */
export const vscode: AgentTranscripts = {
  id: 'vscode',
  label: 'VS Code Chat',
  find: findVscodeChat,
  recognise: isVscodeChat,
  place: /\/chatSessions\/[^/]+\.jsonl?$/,
  stream,
  titleOf: titleFromEnds(stream),
};

/** `workspaceStorage/<id>/chatSessions/<session>.json(l)`. */
async function* findVscodeChat(...[places, roots]: Parameters<FindTranscripts>): ReturnType<FindTranscripts> {
  for await (const { storage, cwd } of storagesOf(places, roots))
    for (const path of await filesOf(join(storage, 'chatSessions'), /\.jsonl?$/))
      yield { agent: 'vscode', path, cwd, unsure: false };
}

function isVscodeChat(record: JsonValue): boolean {
  const { kind, v, requests } = fieldsOf(record);
  return (kind === 0 && objectOf(v) !== undefined) || isList(requests);
}

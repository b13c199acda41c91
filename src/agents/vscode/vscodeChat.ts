import { dirname, join } from 'node:path';
import { pathOfUrl } from '../../disk/base/anyPath.ts';
import { isoTime, type JsonObject } from '../../disk/base/core.ts';
import { plainPath } from '../../disk/projects/paths.ts';
import { readJsonBeside } from '../reading/whole.ts';
import { MessageDrafts } from '../reading/drafts.ts';
import { fieldsOf, isList, listOf, objectOf, textOf, timeOf, type Field } from '../reading/fields.ts';
import { OperationLog } from './operationLog.ts';
import { JsonRecords } from '../reading/records.ts';
import { sessionOf } from '../reading/session.ts';
import type { ReadTranscript } from '../reading/types.ts';
import { ResponseReader } from './vscodeResponse.ts';

/** Reads a chat session of VS Code: a log of operations, or one JSON object in older versions. */
export const readVscodeChat: ReadTranscript = async (chunks, source) => {
  const log = new OperationLog();
  const records = new JsonRecords(chunks);
  let refused = 0;
  for await (const value of records) {
    const record = fieldsOf(value);
    const entry = record.kind === undefined && isList(record.requests) ? { kind: 0, v: record } : record;
    if (!log.apply(entry)) refused++;
  }
  const state = log.state ?? {};
  const startTime = timeOf(state.creationDate);
  const conversation = new ChatConversation(startTime ?? isoTime(source.mtimeMs));
  for (const request of listOf(state.requests)) conversation.add(fieldsOf(request));
  const found = {
    sessionId: textOf(state.sessionId),
    startTime,
    lastUpdated: timeOf(state.lastMessageDate),
    title: textOf(state.customTitle),
    cwd: filePath(state.workingDirectory) ?? (await workspaceFolder(dirname(dirname(source.path)))),
  };
  const omitted = {
    unreadable: records.unreadable + refused + (log.isTorn ? 1 : 0),
    rewound: conversation.rewound,
    ...conversation.unknown,
  };
  return sessionOf(found, { source: 'vscode', ...conversation.finish(), omitted }, source);
};

/** Folder of a workspace's storage, if it is a single local one. */
export async function workspaceFolder(storage: string): Promise<string | undefined> {
  return filePath(fieldsOf(await readJsonBeside(join(storage, 'workspace.json'))).folder);
}

/** Path of a `file:` URI. */
export function filePath(uri: Field): string | undefined {
  const path = pathOfUrl(textOf(uri) ?? '');
  return path === undefined ? undefined : plainPath(path);
}

class ChatConversation {
  readonly #drafts: MessageDrafts;
  readonly #responses: ResponseReader;
  rewound = 0;

  constructor(startTime: string) {
    this.#drafts = new MessageDrafts(startTime);
    this.#responses = new ResponseReader(this.#drafts);
  }

  get unknown() {
    return this.#responses.kinds.found;
  }

  add(request: JsonObject): void {
    // Undone by the person: removed with the next prompt.
    if (request.shouldBeRemovedOnSend !== undefined && request.shouldBeRemovedOnSend !== null) {
      this.rewound += isList(request.response) ? 2 : 1;
      return;
    }
    this.#addPrompt(request);
    this.#responses.add(request);
  }

  finish() {
    const subagents = this.#responses.subagents();
    return { messages: this.#drafts.finish(), ...(subagents.length > 0 && { subagents }) };
  }

  #addPrompt(request: JsonObject): void {
    const type = request.isSystemInitiated === true ? 'info' : 'user';
    const draft = this.#drafts.add({ id: textOf(request.requestId), time: timeOf(request.timestamp), type });
    draft.addText(promptText(request.message));
    for (const item of listOf(fieldsOf(request.variableData).variables)) {
      const { kind, mimeType } = fieldsOf(item);
      if (kind === 'image') draft.parts.push({ inlineData: { mimeType: textOf(mimeType) ?? 'image/*' } });
    }
  }
}

function promptText(message: Field): string {
  const { text, parts } = fieldsOf(message);
  return (
    textOf(message) ??
    textOf(text) ??
    listOf(parts)
      .map((part) => textOf(objectOf(part)?.text) ?? '')
      .join('')
  );
}

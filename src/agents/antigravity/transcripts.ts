import { basename, dirname, join, resolve } from 'node:path';
import { defined, isoTime, type JsonObject, type JsonValue } from '../../disk/base/core.ts';
import type { Places } from '../profile/machine.ts';
import type { FindTranscripts, Roots } from '../reading/agent.ts';
import { addThought, Conversation } from '../reading/conversation.ts';
import { elementsIn } from '../reading/elements.ts';
import { fieldsOf, listOf, numberOf, textOf, timeOf } from '../reading/fields.ts';
import { UnknownKinds } from '../reading/kinds.ts';
import { chunksOf, JsonLines, parseJson } from '../reading/lines.ts';
import { fileIn, foldersOf, sessionFilesOf } from '../reading/places.ts';
import { sessionOf } from '../reading/session.ts';
import { titleOfPrompt } from '../reading/titles.ts';
import type { ReadTranscript, ReportUnread } from '../reading/types.ts';
import { all, readBeside, wholeFileAgent } from '../reading/whole.ts';
import { readForm, unreadForm } from '../reading/forms.ts';

/**
 * Reads a conversation of Antigravity, one line per finished step:
 * `{step_index, source, type, content, thinking, tool_calls}`.
 *
 * Calls have no ids: every step that is not a prompt, a model turn or a note is the result of the next open call. Form
 * as in SpecStory (`providers/antigravitycli`) and agentsview.
 */
export const readAntigravity: ReadTranscript = async (chunks, source) => {
  const lines = new JsonLines(chunks);
  const steps = (await all(lines)).sort(
    (a, b) => (numberOf(a.step_index) ?? 0) - (numberOf(b.step_index) ?? 0),
  );
  const conversation = new Steps(isoTime(source.mtimeMs));
  for (const step of steps) conversation.add(step);
  const base = dirname(source.path);
  const id = resolve(base, '..', '..').split(/[\\/]/).at(-1);
  const { title, cwd, kinds } = conversation;
  const index = await workspacesIn(resolve(base, '..', '..', '..', '..'));
  const found = { sessionId: id, title, cwd: index.get(id ?? '') ?? cwd };
  const omitted = { unreadable: lines.unreadable, rewound: 0, ...kinds.found };
  return sessionOf(found, { source: 'antigravity', messages: conversation.finish(), omitted }, source);
};

/** Step types that Antigravity addresses to its model. */
const notes: ReadonlySet<string> = new Set(['CONVERSATION_HISTORY', 'SYSTEM_MESSAGE', 'EPHEMERAL_MESSAGE']);

class Steps {
  title: string | undefined;
  /** Folder of the first command that names one. */
  cwd: string | undefined;
  readonly kinds = new UnknownKinds();
  readonly #conversation: Conversation;
  /** Calls without a result yet. */
  #open: string[] = [];

  constructor(time: string) {
    this.#conversation = new Conversation(time, this.kinds);
  }

  finish() {
    return this.#conversation.finish();
  }

  add(step: JsonObject): void {
    const type = textOf(step.type) ?? '';
    const time = timeOf(step.created_at);
    const content = textOf(step.content) ?? '';
    if (type === 'USER_INPUT') {
      const request = requestIn(content);
      this.title ??= titleOfPrompt(request);
      this.#conversation.add({ time, type: 'user' }, request);
    } else if (type === 'PLANNER_RESPONSE') this.#addAnswer(step, time, content);
    else if (type === 'CHECKPOINT') this.#conversation.addCompaction(time, content);
    else if (step.source === 'MODEL' || step.source === 'TOOL') this.#addResult(step, content);
    else if (!notes.has(type)) this.kinds.add(type);
  }

  #addAnswer(step: JsonObject, time: string | undefined, content: string): void {
    const draft = this.#conversation.add({ time, type: 'assistant' }, content);
    addThought(draft, textOf(step.thinking));
    this.#open = listOf(step.tool_calls).map((item) => {
      const { name, args } = fieldsOf(item);
      const callArguments = argsOf(fieldsOf(args));
      this.cwd ??= textOf(callArguments.Cwd);
      return this.#conversation.drafts.addCall(draft, undefined, textOf(name) ?? 'tool', callArguments).id;
    });
  }

  #addResult({ status, type, created_at: time }: JsonObject, content: string): void {
    const failed = status === 'ERROR' || content.startsWith('The command failed');
    const answered = this.#conversation.answer(this.#open.shift(), content, failed ? 'error' : 'success');
    if (!answered)
      this.#conversation.add({ time: timeOf(time), type: 'info' }, `[${textOf(type) ?? 'step'}]`);
  }
}

/** Returns the person's request without what Antigravity adds to it. */
function requestIn(content: string): string {
  const [request] = elementsIn(content, (name) => name === 'USER_REQUEST');
  return (request?.text ?? content).trim();
}

/** Parses the arguments: JSON strings in `transcript.jsonl`, plain values in `transcript_full.jsonl`. */
function argsOf(args: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, typeof value === 'string' ? unquoted(value) : value]),
  );
}

const unquoted = (text: string): JsonValue => (/^["\d{[tfn]/.test(text) ? (parseJson(text) ?? text) : text);

/** Reads the folder of each conversation from the prompt list of the command line. */
async function workspacesIn(home: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const text = await readBeside(join(home, 'history.jsonl'));
  for await (const { conversationId, workspace } of new JsonLines(chunksOf(text ?? ''))) {
    const [id, folder] = [textOf(conversationId), textOf(workspace)];
    if (id !== undefined && folder !== undefined) found.set(id, folder);
  }
  return found;
}

/** Antigravity, both editor and command line. */
export const antigravity = wholeFileAgent({
  id: 'antigravity',
  find: findAntigravity,
  forms: [readForm('brain/*/.system_generated/logs/transcript*.jsonl'), unreadForm('conversations/*.pb')],
  homes: (places) =>
    antigravityHomes(places).map((home) => ({
      folder: join(home, 'brain'),
      files: /\/\.system_generated\/logs\/transcript(?:_full)?\.jsonl$/,
    })),
  recognise: isAntigravity,
  pathPattern: /\/\.system_generated\/logs\/transcript(?:_full)?\.jsonl$/,
  read: readAntigravity,
  writesLines: true,
  watch: (places) => antigravityHomes(places).map((home) => join(home, 'brain')),
});

const antigravityHomes = ({ home }: Places): string[] =>
  ['antigravity', 'antigravity-cli', 'antigravity-ide'].map((name) => join(home, '.gemini', name));

/** Yields `brain/<id>/.system_generated/logs/transcript_full.jsonl`, or else `transcript.jsonl`. */
async function* findAntigravity(
  ...[places, roots, report]: Parameters<FindTranscripts>
): ReturnType<FindTranscripts> {
  for (const home of antigravityHomes(places)) {
    const folders = await foldersOf(join(home, 'brain'));
    const workspaces = await workspacesIn(home);
    const sealed = new Map(workspaces);
    for (const folder of folders) {
      const logs = await sessionFilesOf(
        join(folder, '.system_generated', 'logs'),
        /^transcript(?:_full)?\.jsonl$/,
      );
      const path = logs.find((name) => name.endsWith('_full.jsonl')) ?? logs[0];
      const id = basename(folder);
      const cwd = workspaces.get(id);
      if (path !== undefined) sealed.delete(id);
      if (path === undefined || (cwd !== undefined && !(await roots.include(cwd)))) continue;
      yield { agent: 'antigravity', path, unsure: cwd === undefined, ...defined({ cwd }) };
    }
    await reportSealed(join(home, 'conversations'), sealed, roots, report);
  }
}

/** Reports conversations in folders of the roots that are only there in Antigravity's own, encrypted form. */
async function reportSealed(
  path: string,
  folders: ReadonlyMap<string, string>,
  roots: Roots,
  report: ReportUnread,
): Promise<void> {
  let count = 0;
  for (const [id, folder] of folders)
    if (fileIn(path, `${id}.pb`) !== undefined && (await roots.include(folder))) count++;
  if (count > 0) report({ agent: 'antigravity', path, reason: 'unknown', detail: `${count} *.pb` });
}

function isAntigravity(record: JsonValue): boolean {
  const { step_index, source, type } = fieldsOf(record);
  return numberOf(step_index) !== undefined && textOf(source) !== undefined && textOf(type) !== undefined;
}

import { basename, dirname, join } from 'node:path';
import { isoTime, type JsonObject, type JsonValue } from '../../disk/base/core.ts';
import { plainText } from '../reading/blocks.ts';
import type { AgentTranscripts, FindTranscripts } from '../reading/agent.ts';
import { Conversation } from '../reading/conversation.ts';
import { fieldsOf, numberOf, textOf, timeOf } from '../reading/fields.ts';
import { UnknownKinds } from '../reading/kinds.ts';
import { JsonLines } from '../reading/lines.ts';
import { filesOf, foldersOf, sessionFilesOf } from '../reading/places.ts';
import { homeOf, type Places } from '../profile/machine.ts';
import { requestsWith } from '../reading/requests.ts';
import { sessionOf } from '../reading/session.ts';
import type { ReadTranscript, StreamTranscript, TokenCounts } from '../reading/types.ts';
import { all, subagentsIn, titleFromEnds, wholeStream } from '../reading/whole.ts';
import { readForm } from '../reading/forms.ts';

/** Entries of Pi and its extensions without conversation content. */
const ignored: ReadonlySet<string> = new Set([
  ...['session', 'session_info', 'model_change', 'thinking_level_change', 'label', 'custom'],
  ...['context_transform', 'context_edit', 'ephemeral', 'usage'],
]);

/**
 * Reads a session of Pi, versions 1 to 3 of its `docs/session.md`: a header, then a tree of entries. The last entry's
 * branch is the conversation.
 */
export const readPi: ReadTranscript = async (chunks, source) => {
  const lines = new JsonLines(chunks);
  const entries = await all(lines);
  const branch = new Set(branchOf(entries));
  const conversation = new PiConversation(isoTime(source.mtimeMs));
  const others = entries.filter((entry) => !branch.has(entry));
  for (const entry of branch) conversation.add(entry);
  const header = fieldsOf(entries.find(({ type }) => type === 'session'));
  const found = {
    sessionId: textOf(header.id),
    startTime: timeOf(header.timestamp),
    title: textOf(entries.findLast(({ type }) => type === 'session_info')?.name),
    cwd: textOf(header.cwd),
  };
  const rewound = others.filter(({ message }) => spoken.has(textOf(fieldsOf(message).role) ?? '')).length;
  const omitted = { unreadable: lines.unreadable, rewound, ...conversation.kinds.found };
  const left = new PiConversation(isoTime(source.mtimeMs));
  for (const entry of others) left.add(entry);
  const messages = conversation.finish();
  const requests = requestsWith(messages, left.finish());
  return sessionOf(found, { source: 'pi', messages, omitted, ...(requests && { requests }) }, source);
};

const spoken: ReadonlySet<string> = new Set(['user', 'assistant']);

/** Returns the branch of the last entry, in order; an entry whose parent is missing follows the one before it. */
function branchOf(entries: readonly JsonObject[]): readonly JsonObject[] {
  const at = new Map(entries.map((entry, n) => [textOf(entry.id), n]));
  const found: JsonObject[] = [];
  for (let n = entries.length - 1; n >= 0;) {
    const entry = entries[n];
    if (entry) found.push(entry);
    const parent = entry?.parentId === null ? -1 : at.get(textOf(entry?.parentId) ?? '');
    n = parent !== undefined && parent < n ? parent : n - 1;
  }
  return found.reverse();
}

class PiConversation {
  readonly kinds = new UnknownKinds();
  readonly #conversation: Conversation;

  constructor(time: string) {
    this.#conversation = new Conversation(time, this.kinds);
  }

  finish() {
    return this.#conversation.finish();
  }

  add(entry: JsonObject): void {
    const type = textOf(entry.type) ?? '';
    const time = timeOf(entry.timestamp);
    if (type === 'message') this.#addMessage(entry, time ?? timeOf(fieldsOf(entry.message).timestamp));
    else if (type === 'compaction') this.#conversation.addCompaction(time, textOf(entry.summary));
    else if (type === 'branch_summary' || type === 'custom_message')
      this.#conversation.add({ id: textOf(entry.id), time, type: 'info' }, entry.summary ?? entry.content);
    else if (!ignored.has(type)) this.kinds.add(type);
  }

  #addMessage(entry: JsonObject, time: string | undefined): void {
    const message = fieldsOf(entry.message);
    const { role, content } = message;
    const line = { id: textOf(entry.id), time };
    if (role === 'user') this.#conversation.add({ ...line, type: 'user' }, content);
    else if (role === 'assistant') this.#addAnswer(line, message);
    else if (role === 'toolResult') {
      const status = message.isError === true ? 'error' : 'success';
      const known = this.#conversation.answer(textOf(message.toolCallId), content, status);
      if (!known) this.#conversation.add({ ...line, type: 'info' }, plainText(content ?? null));
    } else if (role === 'bashExecution') {
      const ran = `$ ${textOf(message.command) ?? ''}\n${textOf(message.output) ?? ''}`;
      this.#conversation.add({ ...line, type: 'info' }, ran.trimEnd());
    } else if (typeof role === 'string' && notices.has(role))
      this.#conversation.add({ ...line, type: 'info' }, content ?? message.summary);
    else this.kinds.add(`message ${textOf(role) ?? ''}`);
  }

  #addAnswer(
    line: { readonly id: string | undefined; readonly time: string | undefined },
    message: JsonObject,
  ) {
    const draft = this.#conversation.add({ ...line, type: 'assistant' }, message.content);
    draft.model = textOf(message.model);
    draft.tokens = tokensOf(fieldsOf(message.usage));
    const failure = message.stopReason === 'error' ? textOf(message.errorMessage) : undefined;
    if (failure === undefined) return;
    draft.type = 'error';
    draft.addText(failure, '\n\n');
  }
}

/** Messages of extensions, and summaries that Pi adds for the model. */
const notices: ReadonlySet<string> = new Set(['custom', 'hookMessage', 'branchSummary', 'compactionSummary']);

function tokensOf({
  input,
  output,
  cacheRead,
  cacheWrite,
  totalTokens,
}: JsonObject): TokenCounts | undefined {
  const [fresh, out] = [numberOf(input), numberOf(output)];
  if (fresh === undefined || out === undefined) return undefined;
  const [cached = 0, written = 0] = [numberOf(cacheRead), numberOf(cacheWrite)];
  const all = fresh + cached + written;
  return { input: all, output: out, cached, written, total: numberOf(totalTokens) ?? all + out };
}

const alone = wholeStream(readPi);

/** Streams a session; runs of its subagents have files of their own, `<session>/<run>/run-<n>/session.jsonl` beside it. */
const stream: StreamTranscript = async (open, source) => ({
  ...(await alone(open, source)),
  subagents: async function* () {
    const nameOf = (path: string) => `${basename(dirname(dirname(path)))}-${basename(dirname(path))}`;
    yield* subagentsIn(await runsOf(source.path), readPi, nameOf);
  },
});

async function runsOf(session: string): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const run of await foldersOf(join(dirname(session), basename(session, '.jsonl'))))
    for (const step of await foldersOf(run)) paths.push(...(await filesOf(step, /^session\.jsonl$/)));
  return paths;
}

/** Pi. */
export const pi: AgentTranscripts = {
  id: 'pi',
  find: findPi,
  forms: [
    readForm('~/.pi/agent/sessions/*/*.jsonl'),
    readForm('~/.pi/agent/sessions/*/<session>/*/run-*/session.jsonl'),
  ],
  homes: (places) => [{ folder: piSessions(places), files: /\.jsonl$/ }],
  recognise: isPi,
  pathPattern: /\/agent\/sessions\/--[^/]*--\/[^/]+\.jsonl$/,
  stream,
  titleOf: titleFromEnds(alone),
  writesLines: true,
  watch: (places, roots) =>
    roots.map((root) => {
      const name = root.replace(/^[/\\]/, '').replace(/[/\\:]/g, '-');
      return join(piSessions(places), `--${name}--`);
    }),
};

function piSessions(places: Places): string {
  const own = places.env.PI_CODING_AGENT_SESSION_DIR?.trim() ?? '';
  return own === '' ? join(homeOf(places, 'PI_CODING_AGENT_DIR', join('.pi', 'agent')), 'sessions') : own;
}

/**
 * Finds `sessions/--<folder>--/<time>_<id>.jsonl`, in a folder that the person named without one for each working
 * folder; that is read from the first line, as the name is ambiguous.
 */
async function* findPi(...[places]: Parameters<FindTranscripts>): ReturnType<FindTranscripts> {
  const sessions = piSessions(places);
  for (const folder of [sessions, ...(await foldersOf(sessions))])
    for (const path of await sessionFilesOf(folder, /\.jsonl$/)) yield { agent: 'pi', path, unsure: true };
}

function isPi(record: JsonValue): boolean {
  const { type, cwd, timestamp } = fieldsOf(record);
  return type === 'session' && textOf(cwd) !== undefined && textOf(timestamp) !== undefined;
}

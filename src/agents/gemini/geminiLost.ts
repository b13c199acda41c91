// What Gemini CLI's log of prompts, and conversations that a person saved, tell of sessions that are gone.
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { defined, type JsonValue } from '../../disk/base/core.ts';
import { foreignFileNow } from '../../disk/files/foreign.ts';
import type { LostSession, Wanted } from '../reading/agent.ts';
import { fieldsOf, isList, listOf, textOf, timeOf } from '../reading/fields.ts';
import { isSessionName, LostMessages } from '../reading/lost.ts';
import { filesOf } from '../reading/places.ts';
import { readJsonBeside } from '../reading/whole.ts';

/** A folder in which Gemini CLI, or a program made from it, keeps what was typed in a project. */
export interface LogFolder {
  readonly agent: LostSession['agent'];
  readonly folder: string;
  /** The project, where that is known. */
  readonly cwd?: string | undefined;
  /** Whether a session of this id has a transcript. */
  readonly isThere: (session: string) => boolean;
}

interface Prompt {
  readonly at: number;
  readonly text: string;
}

interface Said {
  readonly type: 'user' | 'assistant';
  readonly text: string;
}

/** Yields the sessions that logs and saved conversations in a folder tell of, and that have no transcript. */
export async function* lostInLogs(
  { agent, folder, cwd, isThere }: LogFolder,
  wanted: Wanted,
): AsyncGenerator<LostSession> {
  if (!(await wanted.isOf(cwd))) return;
  const path = join(folder, 'logs.json');
  const prompts = await promptsIn(path);
  const saved = await savedIn(folder);
  for (const [sessionId, said] of prompts) {
    if (isThere(sessionId)) continue;
    const messages = new LostMessages();
    const own = conversationOf(said, saved);
    if (own) addConversation(messages, own.said, { prompts: said, savedAt: said.at(0)?.at ?? 0 });
    if (own) saved.delete(own.path);
    for (const prompt of said) messages.addUntold(prompt, 0);
    const lost = messages.session({ agent, sessionId, path, ...defined({ cwd }) });
    if (lost) yield lost;
  }
  for (const one of saved.values()) {
    const messages = new LostMessages();
    addConversation(messages, one.said, { prompts: [], savedAt: one.savedAt });
    const id = createHash('sha256').update(one.path).digest('hex').slice(0, 8);
    const facts = {
      agent,
      sessionId: `${id}-saved`,
      path: one.path,
      isUnnamed: true,
      title: one.tag,
    } as const;
    const lost = messages.session({ ...facts, ...defined({ cwd }) });
    if (lost) yield lost;
  }
}

/** Returns the prompts in a log by session, in order. */
async function promptsIn(path: string): Promise<ReadonlyMap<string, readonly Prompt[]>> {
  const found = new Map<string, Prompt[]>();
  for (const entry of listOf(await readJsonBeside(path)).map(fieldsOf)) {
    const [id, text, time] = [
      textOf(entry.sessionId),
      textOf(entry.message),
      timeOf(textOf(entry.timestamp)),
    ];
    if (entry.type !== 'user' || !isSessionName(id) || text === undefined || time === undefined) continue;
    const all = found.get(id) ?? [];
    all.push({ at: Date.parse(time), text });
    found.set(id, all);
  }
  return found;
}

/** A conversation that a person saved under a name; it has no times. */
interface Saved {
  readonly path: string;
  readonly tag: string;
  /** Time of the file's last change, milliseconds. */
  readonly savedAt: number;
  readonly said: readonly Said[];
}

async function savedIn(folder: string): Promise<Map<string, Saved>> {
  const found = new Map<string, Saved>();
  for (const path of await filesOf(folder, /^checkpoint-.+\.json$/)) {
    const stat = foreignFileNow(path);
    const value = stat && (await readJsonBeside(path));
    const said = listOf(isList(value) ? value : fieldsOf(value).history).flatMap(saidIn);
    const tag = basename(path, '.json').slice('checkpoint-'.length);
    if (stat && said.length > 0) found.set(path, { path, tag, savedAt: stat.mtimeMs, said });
  }
  return found;
}

/** What the program says first in the person's name, and the answer to it. */
const context =
  /^\s*(?:<session_context>|This is the (?:Gemini CLI|Qwen Code)\b|Got it\. Thanks for the context!)/;

function saidIn(content: JsonValue): readonly Said[] {
  const { role, parts } = fieldsOf(content);
  const text = listOf(parts)
    .map((part) => (fieldsOf(part).thought === true ? '' : (textOf(fieldsOf(part).text) ?? '')))
    .filter((each) => each !== '' && !context.test(each))
    .join('\n');
  if (text.trim() === '') return [];
  return [{ type: role === 'model' ? 'assistant' : 'user', text }];
}

/** Returns the saved conversation whose first words of the person are those of a session. */
function conversationOf(prompts: readonly Prompt[], saved: ReadonlyMap<string, Saved>): Saved | undefined {
  const typed = new Set(prompts.map(({ text }) => text.trim()));
  const isOwn = ({ said }: Saved): boolean => {
    const own = said.filter(({ type }) => type === 'user');
    return own.length > 0 && own.every(({ text }) => typed.has(text.trim()));
  };
  const all = [...saved.values()].filter(isOwn);
  return all.sort((a, b) => b.said.length - a.said.length)[0];
}

/** Adds a saved conversation in its order: with the times of prompts where they are known, answers with those of these. */
function addConversation(
  messages: LostMessages,
  said: readonly Said[],
  { prompts, savedAt }: { readonly prompts: readonly Prompt[]; readonly savedAt: number },
): void {
  const left = [...prompts];
  let at = savedAt;
  for (const [n, { type, text }] of said.entries()) {
    const place = type === 'user' ? left.findIndex((prompt) => prompt.text.trim() === text.trim()) : -1;
    const [prompt] = place === -1 ? [] : left.splice(0, place + 1).slice(-1);
    at = prompt?.at ?? at;
    messages.add({ at, text, type, key: `${n}` });
  }
}

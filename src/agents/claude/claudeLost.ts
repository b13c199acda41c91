// What Claude Code's other files tell of sessions whose transcripts it deleted.
import { basename, join } from 'node:path';
import { defined, type JsonObject } from '../../disk/base/core.ts';
import { foreignFileNow } from '../../disk/files/foreign.ts';
import type { LostSession, Wanted } from '../reading/agent.ts';
import { fieldsOf, listOf, numberOf, textOf, timeOf } from '../reading/fields.ts';
import { JsonLines } from '../reading/lines.ts';
import { isSessionName, LostMessages, unnamedId } from '../reading/lost.ts';
import { fileIn, filesOf, foldersOf } from '../reading/places.ts';
import { fileChunks, readBeside, readJsonBeside } from '../reading/whole.ts';
import { claudeBackups, claudeTodos } from './claudeLeftovers.ts';

/** A prompt is shorter; a longer line is skipped. Bytes. */
const maxBytes = 16 * 1024 * 1024;

/** What traces tell of a session so far. */
interface Told {
  readonly messages: LostMessages;
  /** Prompts as they are listed, with marks for what was pasted. */
  readonly shown: string[];
  readonly path: string;
  cwd: string;
  isUnnamed?: true;
  title?: string | undefined;
  gitBranch?: string | undefined;
}

/** Sessions by id. */
type ToldSessions = Map<string, Told>;

/**
 * Yields the sessions of which Claude Code's list of prompts, its lists of sessions, to-do lists and copies of files
 * tell, and of which no transcript is left.
 */
export async function* lostClaude(home: string, wanted: Wanted): AsyncGenerator<LostSession> {
  const projects = await foldersOf(join(home, 'projects'));
  const present = await presentIn(projects);
  const told: ToldSessions = new Map();
  await addPrompts(told, { home, present, wanted });
  for (const folder of projects) await addListed(told, { folder, present, wanted });
  for (const [sessionId, { messages, shown: _, ...facts }] of told) {
    if (messages.session({ agent: 'claude', sessionId, ...defined(facts) }) === undefined) continue;
    for (const trace of await claudeTodos(home, sessionId)) messages.add(trace);
    for (const trace of await claudeBackups(home, sessionId, wanted.roots.folders)) messages.add(trace);
    const lost = messages.session({ agent: 'claude', sessionId, ...defined(facts) });
    if (lost) yield lost;
  }
}

/** Ids of the sessions with a transcript, in lower case. */
async function presentIn(projects: readonly string[]): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (const folder of projects)
    for (const path of await filesOf(folder, /\.jsonl$/)) ids.add(basename(path, '.jsonl').toLowerCase());
  return ids;
}

interface Looking {
  readonly present: ReadonlySet<string>;
  readonly wanted: Wanted;
}

/** Adds the prompts of `history.jsonl`; versions before 2.0 named no session in it. */
async function addPrompts(
  told: ToldSessions,
  { home, present, wanted }: Looking & { readonly home: string },
): Promise<void> {
  const path = join(home, 'history.jsonl');
  if (!foreignFileNow(path)) return;
  for await (const line of new JsonLines(fileChunks(path), { maxBytes })) {
    const [at, cwd, text] = [numberOf(line.timestamp), textOf(line.project), textOf(line.display)];
    if (at === undefined || cwd === undefined || text === undefined || !(await wanted.isOf(cwd))) continue;
    const named = textOf(line.sessionId);
    if (named !== undefined && (!isSessionName(named) || present.has(named.toLowerCase()))) continue;
    const one = toldOf(told, named ?? unnamedId(cwd, at), { path, cwd });
    if (named === undefined) one.isUnnamed = true;
    one.shown.push(text);
    one.messages.add({ at, text: await withPasted(text, line, home) });
  }
}

function toldOf(told: ToldSessions, id: string, about: Pick<Told, 'path' | 'cwd'>): Told {
  const one = told.get(id) ?? { ...about, messages: new LostMessages(), shown: [] };
  told.set(id, one);
  return one;
}

/** Puts texts that were pasted in the place of their marks: from the line itself, or from the cache of pasted texts. */
async function withPasted(display: string, { pastedContents }: JsonObject, home: string): Promise<string> {
  let text = display;
  for (const [id, pasted] of Object.entries(fieldsOf(pastedContents))) {
    const { content, contentHash } = fieldsOf(pasted);
    const hash = /^[0-9a-f]{16,64}$/.exec(textOf(contentHash) ?? '')?.[0];
    const cached = hash === undefined ? undefined : fileIn(join(home, 'paste-cache'), `${hash}.txt`);
    const whole = textOf(content) ?? (cached && (await readBeside(cached)));
    if (whole === undefined || !/^\d+$/.test(id)) continue;
    const mark = new RegExp(
      `\\[(?:Pasted text|\\.{3}Truncated text) #${id}(?: \\+\\d+ lines)?(?:\\.{3})?\\]`,
    );
    text = text.replace(mark, () => whole);
  }
  return text;
}

/** Adds what the list of sessions in a project's session folder tells: titles, branches, first prompts. */
async function addListed(
  told: ToldSessions,
  { folder, present, wanted }: Looking & { readonly folder: string },
): Promise<void> {
  const path = join(folder, 'sessions-index.json');
  if (!foreignFileNow(path)) return;
  for (const entry of listOf(fieldsOf(await readJsonBeside(path)).entries).map(fieldsOf)) {
    const [id, cwd] = [textOf(entry.sessionId), textOf(entry.projectPath)];
    if (!isSessionName(id) || cwd === undefined || present.has(id.toLowerCase())) continue;
    if (await wanted.isOf(cwd)) addEntry(toldOf(told, id, { path, cwd }), entry);
  }
}

function addEntry(one: Told, entry: JsonObject): void {
  one.title = textOf(entry.customTitle) ?? textOf(entry.summary);
  one.gitBranch = textOf(entry.gitBranch);
  const first = textOf(entry.firstPrompt);
  const at = Date.parse(timeOf(entry.created) ?? '');
  if (first === undefined || first === 'No prompt' || Number.isNaN(at)) return;
  const beginning = first.replace(/…$/, '');
  if (!one.shown.some((text) => text.startsWith(beginning))) one.messages.add({ at, text: first });
}

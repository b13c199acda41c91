import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { defined, type JsonObject, type JsonValue } from '../../disk/base/core.ts';
import type { AgentTranscripts, FindLost, FindTranscripts, Retention, Roots } from '../reading/agent.ts';
import { wholeStream, readSettings, subagentsIn, titleFromEnds } from '../reading/whole.ts';
import { fieldsOf, listOf, numberOf, textOf } from '../reading/fields.ts';
import { filesOf, foldersOf, sessionFilesOf } from '../reading/places.ts';
import type { Places } from '../profile/machine.ts';
import type { ReadTranscript, StreamTranscript, SubagentRecord } from '../reading/types.ts';
import { readRecords, recordKeyLines } from './gemini.ts';
import { geminiFolder, geminiProjects, writtenRoot } from './geminiPlaces.ts';
import { geminiWriter } from './write.ts';
import { lostInLogs } from './geminiLost.ts';
import { readForm } from '../reading/forms.ts';

/** Reads a session of Gemini CLI (and Qwen Code before its own format): JSON lines, or one JSON object in older versions. */
export const readGemini: ReadTranscript = async (chunks, source) =>
  readRecords(chunks, source, {
    source: 'gemini',
    cwd: await writtenRoot(dirname(dirname(source.path))),
  });

const alone = wholeStream(readGemini);

/** Streams a session with its subagents' conversations, one in memory at a time. */
const stream: StreamTranscript = async (open, source) => {
  const session = await alone(open, source);
  return { ...session, subagents: () => subagentsOf(source.path, session.header.sessionId) };
};

/** Yields the subagents, which are files of their own: `chats/<session>/<subagent>.jsonl`, in older versions `.json`. */
async function* subagentsOf(transcript: string, sessionId: string): AsyncGenerator<SubagentRecord> {
  const folder = join(dirname(transcript), sessionId.replace(/[^a-zA-Z0-9_-]/g, '_'));
  yield* subagentsIn(await filesOf(folder, /\.jsonl?$/), readGemini, (_, session) => session.sessionId);
}

/** Gemini CLI. */
export const gemini: AgentTranscripts = {
  id: 'gemini',
  find: findGemini,
  forms: [
    readForm('~/.gemini/tmp/*/chats/session-*.jsonl'),
    readForm('~/.gemini/tmp/*/chats/session-*.json'),
    readForm('chats/<session>/<subagent>.json(l)'),
  ],
  homes: (places) => [{ folder: geminiProjects(places), files: /\/chats\/session-[^/]+\.jsonl?$/ }],
  recognise: isGemini,
  pathPattern: /\/chats\/session-[^/]+\.jsonl?$/,
  stream,
  titleOf: titleFromEnds(alone),
  keyLines: recordKeyLines,
  retention: geminiRetention,
  writer: geminiWriter,
  lost: lostGemini,
  watch: (places) => [geminiProjects(places)],
};

/** Milliseconds. */
const units: Readonly<Record<string, number>> = {
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
  m: 2_592_000_000,
};
/** Values for missing settings. */
const defaults = { enabled: true, maxAge: '30d', minRetention: '1d' } as const;

/**
 * Reads `general.sessionRetention`; the project's settings override the user's. Gemini CLI deletes nothing if it
 * refuses the settings.
 */
async function geminiRetention(places: Places, folder: string): Promise<Retention> {
  const own = await retentionIn(geminiFolder(places));
  const merged: JsonObject = { ...defaults, ...own, ...(await retentionIn(join(folder, '.gemini'))) };
  const { enabled, maxAge, minRetention, maxCount } = merged;
  const age = periodOf(maxAge);
  const newest = numberOf(maxCount);
  const isRefused =
    age === undefined || age < (periodOf(minRetention) ?? periodOf(defaults.minRetention) ?? 0);
  if (enabled !== true || (isRefused && maxAge !== '') || (newest !== undefined && newest < 1)) return {};
  return defined({ maxAgeMs: age, newest });
}

async function retentionIn(folder: string): Promise<JsonObject> {
  const { general } = fieldsOf(await readSettings(join(folder, 'settings.json')));
  return fieldsOf(fieldsOf(general).sessionRetention);
}

/** Parses a number of hours, days, weeks or months of 30 days, such as `30d`, to milliseconds. */
function periodOf(value: JsonValue | undefined): number | undefined {
  const [, count, unit = ''] = /^(\d+)([hdwm])$/.exec(textOf(value) ?? '') ?? [];
  const ms = units[unit];
  return ms === undefined || Number(count) === 0 ? undefined : Number(count) * ms;
}

/** Finds `.gemini/tmp/<slug or sha256 of the path>/chats/session-*.json(l)`; `.project_root` names the project. */
async function* findGemini(...[places, roots]: Parameters<FindTranscripts>): ReturnType<FindTranscripts> {
  for (const folder of await foldersOf(geminiProjects(places))) {
    const cwd = await projectOf(folder, roots);
    if (cwd === undefined) continue;
    for (const path of await sessionFilesOf(join(folder, 'chats'), /^session-.*\.jsonl?$/))
      yield { agent: 'gemini', path, cwd, unsure: false };
  }
}

/** Returns the project of one of Gemini's folders, if it belongs to the roots. */
async function projectOf(folder: string, roots: Roots): Promise<string | undefined> {
  const written = await writtenRoot(folder);
  if (written !== undefined) return (await roots.include(written)) ? written : undefined;
  return roots.folders.find((root) => createHash('sha256').update(root).digest('hex') === basename(folder));
}

/** Finds lost sessions in the folder of each project; transcripts have the beginning of their session's id in their name. */
async function* lostGemini(wanted: Parameters<FindLost>[0]): ReturnType<FindLost> {
  for (const folder of await foldersOf(geminiProjects(wanted.places))) {
    const cwd = (await writtenRoot(folder)) ?? (await projectOf(folder, wanted.roots));
    const names = (await filesOf(join(folder, 'chats'), /\.jsonl?$/)).map((path) => basename(path));
    const isThere = (session: string) => names.some((name) => name.includes(session.slice(0, 8)));
    yield* lostInLogs({ agent: 'gemini', folder, cwd, isThere }, wanted);
  }
}

function isGemini(record: JsonValue): boolean {
  const { sessionId, projectHash, messages } = fieldsOf(record);
  if (textOf(sessionId) !== undefined && textOf(projectHash) !== undefined) return true;
  return listOf(messages).some((message) => fieldsOf(message).type === 'gemini');
}

import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { isoTime, type JsonValue } from '../../disk/base/core.ts';
import type { AgentTranscripts, FindTranscripts, Roots } from '../reading/agent.ts';
import { wholeStream, readJsonBeside, subagentsIn, titleFromEnds } from '../reading/whole.ts';
import { blocksOf } from '../reading/blocks.ts';
import { Conversation } from '../reading/conversation.ts';
import { elementsIn } from '../reading/elements.ts';
import { fieldsOf, isList, textOf, timeOf } from '../reading/fields.ts';
import { UnknownKinds } from '../reading/kinds.ts';
import { JsonLines } from '../reading/lines.ts';
import { fileIn, filesOf, foldersOf, sessionFilesOf } from '../reading/places.ts';
import { homeOf, type Places } from '../profile/machine.ts';
import { sessionOf } from '../reading/session.ts';
import { alsoStored } from '../reading/stored.ts';
import { titleOfPrompt } from '../reading/titles.ts';
import { readCursorChat } from './cursorBubbles.ts';
import { chatPathPattern, chatRows, findChats, chatFolders, orphanedCursorChats } from './cursorChats.ts';
import { findStores, storeFolder, storePathPattern, storeRows } from './cursorStores.ts';
import type { ReadTranscript, StreamTranscript } from '../reading/types.ts';
import { readForm, unreadForm } from '../reading/forms.ts';

/**
 * Reads a transcript of Cursor's agent, from editor or command line: lines of `{role, message: {content}}` in
 * Anthropic's blocks, with `turn_ended` between them. Calls have neither ids nor results; a prompt's time is in its
 * text. Form as in real sessions.
 */
export const readCursor: ReadTranscript = async (chunks, source) => {
  const kinds = new UnknownKinds();
  const conversation = new Conversation(isoTime(source.mtimeMs), kinds);
  const lines = new JsonLines(chunks);
  let title: string | undefined;
  for await (const { role, type, message } of lines) {
    const { content } = fieldsOf(message);
    if (role === 'user') {
      const text = blocksOf(content)
        .map((block) => textOf(block.text) ?? '')
        .join('\n');
      title ??= titleOfPrompt(queryIn(text) ?? '');
      conversation.add({ type: 'user', time: timeIn(text) }, content, withoutWrappers);
    } else if (role === 'assistant') conversation.add({ type: 'assistant' }, content);
    else if (type !== 'turn_ended') kinds.add(type ?? role);
  }
  const found = { title, cwd: await workspaceOf(source.path) };
  const omitted = { unreadable: lines.unreadable, rewound: 0, ...kinds.found };
  return sessionOf(found, { source: 'cursor', messages: conversation.finish(), omitted }, source);
};

/** The person's request, without the pages, files and rules that Cursor puts before it. */
const queryIn = (text: string): string | undefined =>
  elementsIn(text, (name) => name === 'user_query')[0]?.text;

const withoutWrappers = (text: string): string =>
  text
    .replace(/^\s*<timestamp>[^<]{0,100}<\/timestamp>\s*/, '')
    .replace(/<\/?user_query>\n?/g, '')
    .trim();

/** Parses `<timestamp>Wednesday, Oct 7, 2026, 1:20 PM (UTC+3)</timestamp>`. */
function timeIn(text: string): string | undefined {
  const match =
    /<timestamp>\w+, (\w+ \d+, \d+, [\d:]+ [AP]M) \(UTC(?:([+-])(\d+)(?::(\d\d))?)?\)<\/timestamp>/;
  const [, local, sign = '+', hours = '0', minutes = '00'] = match.exec(text) ?? [];
  return local === undefined ? undefined : timeOf(`${local} GMT${sign}${hours.padStart(2, '0')}${minutes}`);
}

const alone = wholeStream(readCursor);

const stream: StreamTranscript = async (open, source) => ({
  ...(await alone(open, source)),
  subagents: async function* () {
    const beside = join(dirname(source.path), 'subagents');
    yield* subagentsIn(await filesOf(beside, /\.jsonl$/), readCursor);
  },
});

/** Cursor: transcripts of its agent and chats of its editor, which share their ids. */
export const cursor: AgentTranscripts = alsoStored(
  {
    id: 'cursor',
    find: findCursor,
    forms: [
      readForm('~/.cursor/projects/*/agent-transcripts/**/*.jsonl'),
      readForm('globalStorage/state.vscdb: cursorDiskKV'),
      readForm('~/.cursor/chats/*/*/store.db: blobs, meta'),
      unreadForm('globalStorage/state.vscdb: agentKv'),
    ],
    homes: (places) => [{ folder: cursorProjects(places), files: /\/agent-transcripts\/.+\.jsonl$/ }],
    recognise: isCursor,
    pathPattern: /\/agent-transcripts\/.+\.jsonl$/,
    stream,
    titleOf: titleFromEnds(alone),
    writesLines: true,
    lost: orphanedCursorChats,
    watch: (places, roots) => [
      ...roots.map((root) => join(cursorProjects(places), projectName(root), 'agent-transcripts')),
      ...chatFolders(places),
      storeFolder(places),
    ],
  },
  {
    pathPattern: new RegExp(`${chatPathPattern.source}|${storePathPattern.source}`),
    rows: (path) => (storePathPattern.test(path.replaceAll('\\', '/')) ? storeRows(path) : chatRows(path)),
    async *find(...search) {
      const [places] = search;
      yield* findChats(search, (chat) => hasTranscript(places, chat));
      yield* findStores(...search);
    },
    homes: (places) => [...chatFolders(places), storeFolder(places)],
    read: readCursorChat,
  },
);

const cursorProjects = (places: Places): string =>
  join(homeOf(places, 'CURSOR_DATA_DIR', '.cursor'), 'projects');

/** Whether Cursor wrote a transcript of a chat. */
async function hasTranscript(places: Places, chat: string): Promise<boolean> {
  const projects = await foldersOf(cursorProjects(places));
  return projects.some((project) => {
    const folder = join(project, 'agent-transcripts');
    return [join(folder, chat), folder].some((each) => fileIn(each, `${chat}.jsonl`) !== undefined);
  });
}

/** Cursor cuts longer names and appends a hash. */
const maxName = 84;

/** Name of Cursor's folder for a working folder: each run of other characters becomes `-`. */
function projectName(folder: string): string {
  const name = folder.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');
  if (name.length <= maxName) return name;
  return `${name.slice(0, maxName)}-${createHash('sha256').update(folder).digest('hex').slice(0, 7)}`;
}

/**
 * Finds `projects/<name>/agent-transcripts/<id>/<id>.jsonl`, in older versions without the last folder. Several paths
 * share a name: `.workspace-trusted` holds the path if the person was asked; otherwise only the name counts.
 */
async function* findCursor(...[places, roots]: Parameters<FindTranscripts>): ReturnType<FindTranscripts> {
  for (const project of await foldersOf(cursorProjects(places))) {
    const cwd = await folderOf(project, roots);
    if (cwd === undefined) continue;
    const folder = join(project, 'agent-transcripts');
    const own = (await foldersOf(folder)).map((session) => join(session, `${basename(session)}.jsonl`));
    for (const path of [...own, ...(await sessionFilesOf(folder, /\.jsonl$/))])
      yield { agent: 'cursor', path, cwd, unsure: false };
  }
}

async function folderOf(project: string, roots: Roots): Promise<string | undefined> {
  const trusted = await trustedIn(project);
  if (trusted !== undefined) return (await roots.include(trusted)) ? trusted : undefined;
  const name = basename(project).toLowerCase();
  return roots.folders.find((root) => projectName(root).toLowerCase() === name);
}

const trustedIn = async (project: string): Promise<string | undefined> =>
  textOf(fieldsOf(await readJsonBeside(join(project, '.workspace-trusted'))).workspacePath);

/** Working folder of a transcript, if its project records it. */
async function workspaceOf(transcript: string): Promise<string | undefined> {
  const [before] = transcript.split(/[\\/]agent-transcripts[\\/]/);
  return before === undefined || before === transcript ? undefined : trustedIn(before);
}

function isCursor(record: JsonValue): boolean {
  const { type, role, message } = fieldsOf(record);
  return type === undefined && (role === 'user' || role === 'assistant') && isList(fieldsOf(message).content);
}

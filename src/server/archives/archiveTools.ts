import * as z from 'zod';
import { transcripts } from '../../agents/readTranscript.ts';
import type { ArchiveInfo, ArchiveList, ArchiveOutcome } from '../../history/archive/types.ts';
import type { SweepReport } from '../../history/capture/types.ts';
import { defined } from '../../disk/base/core.ts';
import { afterCursor, cursorAfter, type ListPosition } from '../base/listCursor.ts';
import {
  briefChars,
  charsOf,
  jsonReply,
  listReply,
  maxReplyChars,
  replyChars,
  withDamage,
  type Reply,
} from '../base/reply.ts';
import { nonBlank } from '../base/text.ts';
import { defineTool, type Tool } from '../base/tool.ts';
import { archivePageMessages, readArchive } from './archiveText.ts';
import { chosenTranscript, listedTranscripts } from './transcriptArgument.ts';

const archive = defineTool({
  name: 'archive_transcript',
  title: 'Archive a transcript',
  description:
    "Keep what is new in an agent's transcript as Markdown, before it is lost. Give `sessionId` (8+ first characters suffice), `path`, or `all: true` for every session.",
  hints: { idempotent: true },
  anywhere: true,
  outcome: 'success',
  reply:
    '`{success: true, state: "archived", name, path, session, agent, title, messages, part, previous?, unknown?, damaged?}` (`unknown` counts lines of kinds that are not understood yet, by kind: the copy of the transcript keeps them), or `{success: true, state: "unchanged", session, parts: [name, …]}` when earlier parts hold all of it. A session that is unknown, ambiguous or not given: `{success: false, error, available: [{sessionId, agent, title, activeAt}, …]}`, the 10 most recent of the project. `path` must lie in the project folder or be a transcript of this project; other files are refused. `assistantName` is what headings call the agent. With `all`: `{success: true, state: "kept", kept, unchanged, failed, left, megabytes, withoutCopy?}`, counts of sessions; where `left` is not 0, time ran out: call again',
  input: {
    sessionId: z.string().exactOptional(),
    path: z.string().exactOptional(),
    assistantName: z.string().exactOptional(),
    all: z.boolean().exactOptional(),
  },
  run: async ({ archives, capture, sessions }, args, { root, places, keep }) => {
    const workspace = { folders: [root()], places };
    if (args.all) return keptReply(await capture.sweep(workspace, keep, keepAll));
    const [sessionId, path] = [nonBlank(args.sessionId), nonBlank(args.path)];
    const transcriptsOf = async () => listedTranscripts((await sessions.list(workspace)).sessions);
    const { path: file, agent } = await chosenTranscript({ sessionId, path }, root(), transcriptsOf);
    const options = {
      event: 'tool',
      ...keep.archive,
      ...defined({ assistantName: nonBlank(args.assistantName) }),
    };
    return archivedReply(await archives.archive(transcripts.archivable(file, agent), options));
  },
});

/** Clients wait a minute for a reply. */
const keepAll = { which: 'all', within: 30_000 } as const;

const keptReply = ({ kept, unchanged, failed, left, bytes, withoutCopy }: SweepReport): Reply =>
  jsonReply({
    success: true,
    state: 'kept',
    kept,
    unchanged,
    failed,
    left,
    megabytes: Math.round(bytes / 10_000) / 100,
    ...(withoutCopy > 0 && { withoutCopy }),
  });

function archivedReply(outcome: ArchiveOutcome): Reply {
  const { state } = outcome;
  if (state === 'unchanged')
    return jsonReply({ success: true, state, session: outcome.session, parts: outcome.parts });
  const { name, path, session, agent, title, messages, part, previous, unknown } = outcome.archive;
  const reply = {
    success: true,
    state,
    name,
    path,
    session,
    agent,
    title,
    messages,
    part,
    previous,
    unknown,
  };
  return withDamage(
    reply,
    outcome.damaged.map((damage) => `${damage.name}: ${damage.reason}`),
  );
}

const list = defineTool({
  name: 'archive_list',
  title: 'List archives',
  description: "List archives of agents' transcripts, newest first.",
  hints: { readOnly: true },
  outcome: 'success',
  reply:
    '`{success: true, archives: [{name, session, agent, title, updated, messages, part, previous?}, …], total, damaged?: [{name, reason}, …], cursor?}`; `previous` names the part before this one; `cursor` is there while there are more',
  input: { limit: z.int().min(1).default(20), cursor: z.string().exactOptional() },
  run: async ({ archives }, args, toolContext) =>
    archivesReply(await archives.list(), args, charsOf(toolContext)),
});

/** Maximum number of damaged files named; the others are next to them. */
const namedDamage = 20;

function archivesReply(
  { archives, damaged }: ArchiveList,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string },
  maxChars: number,
): Reply {
  const left = afterCursor(archives, nonBlank(cursor), positionOf);
  return listReply(
    {
      head: { success: true },
      name: 'archives',
      items: left.slice(0, limit).map(listed),
      tail: {
        total: archives.length,
        damaged: damaged.length > 0 ? damaged.slice(0, namedDamage) : undefined,
      },
      cursorAfter: cursorAfter(left, positionOf),
    },
    maxChars,
  );
}

const positionOf = ({ updated, name }: ArchiveInfo): ListPosition => ({
  time: Date.parse(updated),
  id: name,
});

const listed = ({ name, session, agent, title, updated, messages, part, previous }: ArchiveInfo) => ({
  name,
  session,
  agent,
  title,
  updated,
  messages,
  part,
  previous,
});

const read = defineTool({
  name: 'archive_read',
  title: 'Read an archive',
  description:
    'Read an archive as text, with tool uses in short. The last line gives the call for the next page.',
  hints: { readOnly: true },
  outcome: 'success',
  reply:
    'the text to read: a heading, then the messages, each under `[number] role time`; the last line tells how to get the rest. A page ends after `maxChars`, also within a long message, which `from` goes on with',
  input: {
    name: z.string(),
    offset: z.int().min(0).default(0),
    from: z.int().min(0).default(0),
    limit: z.int().min(1).max(archivePageMessages).default(archivePageMessages),
    maxChars: z.int().min(1_000).max(maxReplyChars).default(replyChars),
  },
  brief: { maxChars: briefChars },
  run: async ({ archives }, { name, ...page }) => readArchive(archives, name, page),
});

/** The tools for archives of transcripts. */
export const archiveTools: readonly Tool[] = [archive, list, read];

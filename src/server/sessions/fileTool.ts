import * as z from 'zod';
import { defined } from '../../disk/base/core.ts';
import type { Attribution, FileHistory } from '../../insight/changes/types.ts';
import { charsOf, listReply } from '../base/reply.ts';
import { defineTool } from '../base/tool.ts';
import { workspaceOf } from './sessionReplies.ts';

/** Maximum wait of a call for unread sessions. Milliseconds. */
const waitMs = 15_000;

/** The tool that finds who wrote a file or a line of it. */
export const fileTool = defineTool({
  name: 'history_file',
  title: 'History of a file',
  description: 'Find the requests that wrote a file, or a line of it.',
  hints: { readOnly: true },
  outcome: 'success',
  reply:
    '`{success: true, path, requests: [{session, title, agent, time, request, reference, lines?}, …], total, note?}`, the newest request first. `request` is what the person asked for, shortened; `lines` are those of the file as it is now that were written upon it (`"3-7, 9"`): only those for which the transcripts leave no doubt, so that a line of no request may still be of one. With `line` at most one request. A file that is missing now has a history, too. `note` says why no lines are told: the file is missing, binary, too large or made by a program, or sessions are still being read',
  input: {
    path: z.string(),
    line: z.int().min(1).exactOptional(),
    limit: z.int().min(1).default(10),
  },
  run: async ({ changes }, { path, line, limit }, toolContext) => {
    const request = { path, limit, ...defined({ line }) };
    const history = await changes.history(workspaceOf(toolContext), request, { waitMs });
    const reply = {
      head: { success: true, path: history.path },
      name: 'requests',
      items: history.attributions.map(requestItem),
      tail: { total: history.total, ...defined({ note: noteOf(history) }) },
      rest: (dropped: number) =>
        `${dropped} older requests were left out of this reply: give a smaller limit.`,
    };
    return listReply(reply, charsOf(toolContext));
  },
});

const requestItem = ({
  session,
  sessionTitle: title,
  agent,
  time,
  request,
  reference,
  lines,
}: Attribution) => ({
  session,
  title,
  agent,
  time,
  request,
  reference,
  ...(lines.length > 0 && { lines: rangesText(lines) }),
});

const rangesText = (lines: Attribution['lines']): string =>
  lines.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');

/** The reason for missing lines. */
function noteOf({ state, waiting }: FileHistory): string | undefined {
  if (waiting > 0) return `${waiting} sessions are still being read: ask again in a moment for lines.`;
  const notes = {
    text: undefined,
    missing: 'There is no such file now.',
    binary: 'It is not text: its lines are not told.',
    'too large': 'It is too large: its lines are not told.',
    generated: 'A program makes this file: its lines are not told.',
  };
  return notes[state];
}

import * as z from 'zod';
import { defined } from '../../disk/base/core.ts';
import { briefTokens as briefLimits, briefPurposes } from '../../insight/brief/types.ts';
import { maxMaxTokens, minMaxTokens } from '../../history/sessions/handOver.ts';
import { charsPerToken } from '../../disk/text/textLength.ts';
import { parseMessages } from '../../history/sessions/parseMessages.ts';
import { maxIdLength } from '../../history/sessions/sessions.ts';
import { handOverFormats } from '../../history/sessions/types.ts';
import { charsOf, jsonReply } from '../base/reply.ts';
import { nonBlank } from '../base/text.ts';
import { defineTool, type Tool } from '../base/tool.ts';
import { freeObject } from '../base/toolSchema.ts';
import { fileTool } from './fileTool.ts';
import { givenBrief, includeCurrent, restOf, sessionsReply, workspaceOf } from './sessionReplies.ts';

/** Identifies a session; agents also give its number in the list as a number. */
const session = z.union([z.string(), z.int()]).transform(String);

const list = defineTool({
  name: 'session_list',
  profile: 'core',
  title: 'List sessions',
  description: 'List past sessions of all agents, newest first.',
  hints: { readOnly: true },
  outcome: 'success',
  reply:
    '`{success: true, sessions: [{number, id, source, title, updated, folder?, branch?, tags?, note?, archived?, current?, automated?, recovered?, kept?, deleted?, outlives?}, …], total, why?, unread?, cursor?}`; `why` says why none is listed; `unread` says which places of agents could not be read, so that sessions may be missing; `title` is the user’s own where they gave one; `source` is the agent that wrote it, or `history` for a recording of `session_record`; `folder` where it ran elsewhere: where the project was before, in another working tree, or in a folder that the person added; `archived: true` where only the archive is left; `recovered` where its agent had lost it: `answered`, or `prompts` where the answers are missing; those that the user put out of the way are listed only with a `query`; `automated: true` where a program ran it (Claude Code by its Agent SDK or with `-p`, Codex by `codex exec`, Goose by its schedule) and no person typed, `latest` then means the last one of a person, and `automated` as an argument lists only those, or with `false` none of them; `kept` is `true` where archives hold all of it, `"partly"` where they hold less; else `deleted` is when its agent deletes it, and `outlives` how many more sessions it outlives, where its agent keeps a number of them. `cursor` is there while there are more. With `includeCurrent` also the chat that asks, as number 0 and with `current: true`, where it can be told. With `usage` each session has `usage: {requests, input?, output?, cacheRead?, cacheWrite?, cost?, unpriced, models}`: tokens, and US dollars by list prices; what its transcript does not tell is missing. `query`: words that title, id, folder, branch, tags or note must hold; where none does, the reply has the sessions in which it was said, best first, with `foundBy` and without a cursor',
  input: {
    source: z.string().exactOptional(),
    query: z.string().exactOptional(),
    limit: z.int().min(1).default(20),
    cursor: z.string().exactOptional(),
    includeCurrent,
    usage: z.boolean().exactOptional(),
    automated: z.boolean().meta({ description: 'Run by a program' }).exactOptional(),
  },
  run: async (store, { source, query, limit, cursor, includeCurrent: also, usage, automated }, toolContext) =>
    sessionsReply(
      { store, toolContext },
      {
        source: nonBlank(source),
        query: nonBlank(query),
        limit,
        cursor: nonBlank(cursor),
        includeCurrent: also,
        usage: usage === true,
        automated,
      },
    ),
});

const resume = defineTool({
  name: 'session_resume',
  profile: 'core',
  title: 'Resume a session',
  description:
    'Read the newest turns of a past session of any agent. `id`: latest (not this chat), number, id or its beginning. `cursor`: older turns.',
  hints: { readOnly: true },
  outcome: 'success',
  reply:
    'the initial history: text, or JSON in the shape of Gemini’s `Content[]`, Anthropic’s messages or OpenAI’s chat messages. It begins with what was left out to stay within `maxTokens`, or as many characters as agents show where none are given, the call that gives the turns before, and where the whole is; the environment (date, system, folders) is the last of a text, and in the first turn of JSON; with a `cursor` it does not come again. What tools were given and gave is shortened, of what was said only texts longer than half of a page. `curated: false` gives the full history: also slash commands, notices (`[error] …`) that stand where an answer is missing, and a mark for each answer that says nothing',
  input: {
    id: session.prefault('latest'),
    format: z.enum(handOverFormats).default('text'),
    maxTokens: z.int().min(minMaxTokens).max(maxMaxTokens).exactOptional(),
    cursor: z.string().exactOptional(),
    curated: z.boolean().default(true),
  },
  run: async ({ sessions }, { id, cursor: givenCursor, ...options }, toolContext) => {
    const { text } = await sessions.resume(workspaceOf(toolContext), id.trim() || 'latest', {
      ...options,
      ...defined({ cursor: nonBlank(givenCursor) }),
      maxChars: charsOf(toolContext),
      environment: 'last',
      rest: restOf(options),
    });
    return [text];
  },
});

const record = defineTool({
  name: 'session_record',
  title: 'Record a session',
  description:
    'Record messages {type: user|assistant|info|error|warning, content, id?, toolCalls?} of this chat. Starts a recording without `sessionId`.',
  hints: {},
  outcome: 'success',
  reply:
    '`{success: true, sessionId, recorded, path, skipped?}`; `skipped`: messages that hold neither text, parts nor calls. Messages are those of Gemini CLI’s sessions, whose `gemini` is taken for `assistant`: `content` is text or parts, `toolCalls` has `{id, name, args, result?, status?}`; a message whose `id` was recorded before replaces it',
  input: {
    sessionId: z.string().meta({ maxLength: maxIdLength }).exactOptional(),
    messages: z.array(freeObject('type', 'content', 'id')),
  },
  run: async ({ sessions }, { sessionId, messages }) => {
    const parsed = parseMessages(messages, Date.now());
    const recorded = await sessions.record(nonBlank(sessionId)?.trim(), parsed);
    const skipped = new Set(messages.map(({ id }, n) => id ?? n)).size - parsed.length;
    return jsonReply({ success: true, ...recorded, ...(skipped > 0 && { skipped }) });
  },
});

const start = defineTool({
  name: 'session_start',
  title: 'Start a session',
  description:
    'Start a recording, or continue the session `resume`. Returns its id and the initial history. `directories`: more folders to show.',
  hints: {},
  outcome: 'success',
  reply:
    '`{success: true, sessionId, path, resumed?: {id, source, title}}`, and as a second item the initial history as text, as `session_resume` gives it. A recording is gone on with in its file; of an agent’s own session the new recording begins with a copy. With `resume` of the chat’s own recording and `directories`, folders are added while it runs',
  input: { resume: session.exactOptional(), directories: z.array(z.string()).exactOptional() },
  run: async ({ sessions }, args, toolContext) => {
    // Estimated tokens fit what any client shows, so that it does not run again for a shorter reply.
    const maxTokens = charsOf(toolContext) / charsPerToken;
    const form = { format: 'text', maxTokens } as const;
    const resume = defined({ resume: nonBlank(args.resume) });
    const options = { ...form, environment: 'last', rest: restOf({ format: 'text' }), ...resume } as const;
    const workspace = workspaceOf(toolContext);
    const shown = [...(workspace.shown ?? []), ...(args.directories ?? []).map(toolContext.folder)];
    const { sessionId, path, resumed, initial } = await sessions.start({ ...workspace, shown }, options);
    const from = resumed && { id: resumed.sessionId, source: resumed.source, title: resumed.title };
    return [JSON.stringify({ success: true, sessionId, path, resumed: from }), initial.text];
  },
});

/** The tools for sessions: those kept by agents, and recordings. */
const brief = defineTool({
  name: 'history_brief',
  profile: 'core',
  title: 'Brief',
  description: 'Read what was asked, done, decided and is open.',
  hints: { readOnly: true },
  outcome: 'success',
  reply:
    'Markdown of at most `maxTokens` (300 to 4,000; 800 unless settings say otherwise): requests of the last session in the person’s words, how commands ended, files it changed, and with `start` and `handOver` what summaries of dialogs and memories say is decided and open. Each line has its date and a reference; `afterCompaction` tells all of the session that asks, where it can be told, else of the last one. Where dialogs, memories or shared items cannot be read, its last line names them. `(empty)` where there is nothing to tell',
  input: {
    purpose: z.enum(briefPurposes).default('start'),
    maxTokens: z.int().min(briefLimits.least).max(briefLimits.most).exactOptional(),
  },
  run: async (store, request, toolContext) => [await givenBrief({ store, toolContext }, 'tool', request)],
});

export const sessionTools: readonly Tool[] = [list, resume, record, start, brief, fileTool];

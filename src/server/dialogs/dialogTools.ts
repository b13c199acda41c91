import * as z from 'zod';
import { isObject, type JsonObject } from '../../disk/base/core.ts';
import { maxPageSize } from '../../disk/base/limits.ts';
import { detailReply } from './detailReply.ts';
import { dialog, namedDialog, entriesOf, readSummary } from './dialogArguments.ts';
import { dialogsReply, pageReply } from './dialogReplies.ts';
import { folderLookup } from './messageText.ts';
import { briefChars, charsOf, jsonReply, maxReplyChars, replyChars, withDamage } from '../base/reply.ts';
import { nonBlank } from '../base/text.ts';
import { defineDialogTool, type Tool } from '../base/tool.ts';
import { freeObject } from '../base/toolSchema.ts';

const meta = freeObject('agent', 'model').exactOptional();
const jsonText = z
  .custom<string | JsonObject>((value) => typeof value === 'string' || isObject(value))
  .meta({ type: 'string', description: 'JSON' });

const entry = z.strictObject({
  role: z.enum(['user', 'assistant']),
  text: z.string(),
  ts: z.number().min(0).exactOptional(),
  id: z.string().exactOptional(),
  meta,
});

/** Listed in short, as `entries` show the rest. */
const singleEntry = entry.meta({
  description: 'As in entries',
  members: { role: { type: 'string' }, text: { type: 'string' } },
});

const maxChars = z.int().min(1_000).max(maxReplyChars).default(replyChars);

const listDialogs = defineDialogTool({
  name: 'history_list_dialogs',
  profile: 'core',
  title: 'List dialogs',
  description: 'List dialogs, newest first; `active`: the user’s choice.',
  hints: { readOnly: true },
  reply:
    '`{dialogs: [name, …], active?: name, tags?: {name: [tag, …]}, archived?: number, total?: number, cursor?}`; `archived` is how many dialogs the user hid, which are listed only with their `tag`, or with `tag: "archived"`; `total` counts all that are meant where `limit` or `cursor` leaves some out; `why` says why none is listed; `cursor` is there while there are more',
  input: {
    tag: z.string().exactOptional(),
    limit: z.int().min(1).exactOptional(),
    cursor: z.string().exactOptional(),
  },
  run: async (store, { tag, limit, cursor }, toolContext) =>
    dialogsReply(store, { tag: nonBlank(tag), limit, cursor: nonBlank(cursor) }, charsOf(toolContext)),
});

const getDetail = defineDialogTool({
  name: 'history_get_dialog_detail',
  profile: 'core',
  title: 'Read a dialog',
  description:
    'Read the summary and newest messages of a dialog. flat: lines `M:` (compact now, as it says), `S:` summary JSON, `U:`/`A:` messages, newlines escaped.',
  hints: { readOnly: true },
  reply:
    'flat: lines `M:` `S:` then `U:`/`A:`, and as a second item the cursor; json: `{summary?, messages?, cursor?, maintenance?}`, where `summary` is an object, null when there is none, and with `summaryText: true` the text of its JSON; `cursor` is for history_get_messages_since',
  input: {
    dialog,
    recentTurns: z.int().min(0).default(6),
    format: z.enum(['flat', 'json']).default('flat'),
    includeSummary: z.boolean().default(true),
    includeMessages: z.boolean().default(true),
    summaryText: z.boolean().default(false),
    maxChars,
  },
  brief: { maxChars: briefChars },
  run: async (store, args) =>
    detailReply(await store.dialogs.detail(args.dialog, args), args, folderLookup(store, args.dialog)),
});

const getMessagesSince = defineDialogTool({
  name: 'history_get_messages_since',
  profile: 'core',
  title: 'Read new messages',
  description: 'Read messages after `cursor` or `sinceTs` (ms), oldest first; else the newest.',
  hints: { readOnly: true },
  reply:
    '`{messages: [{role, text, ts, id?, meta?}, …], cursor, more?: true, restarted?: true, textFrom?}`; `textFrom`: the first text begins after so many characters, as the call that was told at the end of a long one asked',
  input: {
    dialog,
    sinceTs: z.number().exactOptional(),
    cursor: z.string().exactOptional(),
    limit: z.int().min(1).max(maxPageSize).default(50),
    maxChars,
  },
  brief: { maxChars: briefChars },
  run: async ({ dialogs }, { dialog, maxChars, ...query }) =>
    pageReply(query, (page) => dialogs.messagesSince(dialog, page), { dialog, maxChars }),
});

const save = defineDialogTool({
  name: 'history_save',
  profile: 'core',
  title: 'Save messages',
  description:
    'Append messages in order, all or none. Send one batch in `entries`; with a unique `id` each, a retry stores nothing twice. `ts`: ms.',
  hints: {},
  saves: true,
  reply: '{ok: true, saved, duplicates?}',
  input: {
    dialog,
    entry: singleEntry.exactOptional(),
    entries: z.array(entry).exactOptional(),
    meta,
  },
  run: async ({ dialogs }, { dialog, ...args }) => {
    const { saved, duplicates, damaged } = await dialogs.save(dialog, entriesOf(args));
    return withDamage({ ok: true, saved, ...(duplicates > 0 && { duplicates }) }, damaged);
  },
});

const setSummary = defineDialogTool({
  name: 'history_set_summary',
  title: 'Update the summary',
  description:
    'Update the rolling summary: an object of decisions, constraints, todo, issues, facts, references. merge adds; replace resets.',
  hints: { destructive: true, idempotent: true },
  reply: '{ok: true, mode}',
  input: { dialog, summary: jsonText, mode: z.enum(['merge', 'replace']).default('merge') },
  run: async ({ dialogs }, { dialog, summary, mode }) => {
    const { damaged } = await dialogs.setSummary(dialog, readSummary(summary), mode);
    return withDamage({ ok: true, mode }, damaged);
  },
});

const clear = defineDialogTool({
  name: 'history_clear',
  title: 'Clear a dialog',
  description: 'Empty messages and summary after a backup, to start compaction.',
  hints: { destructive: true, idempotent: true },
  reply: '{ok: true, dialog, backup: id or null}',
  input: { dialog: namedDialog },
  run: async ({ dialogs }, { dialog }) => {
    const { dialog: cleared, backup = null } = await dialogs.clear(dialog);
    return jsonReply({ ok: true, dialog: cleared, backup });
  },
});

const stats = defineDialogTool({
  name: 'history_stats',
  title: 'Dialog statistics',
  description: 'Count messages, bytes and backups; show the recommended limits.',
  hints: { readOnly: true },
  reply: '{messages, approxBytes, lastTs, backups, thresholds: {maxMessages, maxBytes}}',
  input: { dialog },
  run: async ({ dialogs }, { dialog }) => {
    const { damaged, ...numbers } = await dialogs.stats(dialog);
    return withDamage(numbers, damaged);
  },
});

const listBackups = defineDialogTool({
  name: 'history_list_backups',
  title: 'List backups',
  description: 'List backups, newest first, for history_restore_backup.',
  hints: { readOnly: true },
  reply: '{backups: [{id, mtime, files}, …]}',
  input: { dialog },
  run: async ({ dialogs }, { dialog }) => jsonReply({ backups: await dialogs.backups(dialog) }),
});

const restoreBackup = defineDialogTool({
  name: 'history_restore_backup',
  title: 'Restore a backup',
  description: 'Restore a backup, after backing up the present state. Undoes history_clear.',
  hints: { destructive: true },
  reply: '{ok: true, dialog, restored: id, backup: id or null}',
  input: { dialog: namedDialog, id: z.string() },
  run: async ({ dialogs }, { dialog, id }) => {
    const { dialog: changed, restored, backup = null } = await dialogs.restoreBackup(dialog, id);
    return jsonReply({ ok: true, dialog: changed, restored, backup });
  },
});

const fetch: Tool = { ...getDetail, name: 'history_fetch', profile: 'old' };

/** The tools for dialogs; `history_fetch` is the old name of `history_get_dialog_detail`. */
export const dialogTools: readonly Tool[] = [
  listDialogs,
  getDetail,
  getMessagesSince,
  save,
  setSummary,
  clear,
  stats,
  listBackups,
  restoreBackup,
  fetch,
];

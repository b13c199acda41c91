import * as z from 'zod';
import { defined, StoreError } from '../../disk/base/core.ts';
import { contextsDisabled } from '../../history/contexts/contextFiles.ts';
import { contextModes } from '../../history/contexts/types.ts';
import { briefChars, charsOf, jsonReply } from '../base/reply.ts';
import { nonBlank } from '../base/text.ts';
import { defineTool, meantDialog, namingDialog, type Tool, type ToolDefinition } from '../base/tool.ts';
import { namedDialog as named } from '../dialogs/dialogArguments.ts';
import { clearedReply, contextsReply, loadContext, newContextReply } from './contextReplies.ts';

/** Defines a tool for context snapshots: it replies `{success: …}` and refuses calls while contexts are disabled. */
function defineContextTool<Shape extends z.ZodRawShape>(
  definition: Omit<ToolDefinition<Shape>, 'outcome'>,
): Tool {
  return defineTool<Shape>({
    ...definition,
    outcome: 'success',
    run: (store, args, toolContext) => {
      if (!store.contexts.enabled) throw contextsDisabled();
      return definition.run(store, args, toolContext);
    },
  });
}

/** Default the active dialog. */
const dialog = named.default('');
const contextId = z.string();
const mode = z.enum(contextModes).default('summary');
/** A reply of a million characters is always under 8 MiB. */
const maxChars = z.int().min(200).max(1_000_000).default(12_000);

const newContext = defineContextTool({
  name: 'chat_context_new',
  title: 'Start a new context',
  description:
    'Start a clean working context, when the task changes or old background misleads. Archives the active one up to its last assistant turn; later turns stay. `title` names the new one.',
  hints: {},
  reply:
    '`{success: true, archivedContextId?, newContextId, archivedTurns, note}`; without `archivedContextId` there was nothing to archive',
  input: { dialog, title: z.string().exactOptional(), reason: z.string().exactOptional() },
  run: async ({ contexts }, { dialog, ...args }) => {
    const about = defined({ title: nonBlank(args.title), reason: nonBlank(args.reason) });
    return newContextReply(await contexts.startNew(dialog, about));
  },
});

const load = defineContextTool({
  name: 'chat_context_load',
  title: 'Load an archived context',
  description:
    'Load an archived context as reference text: the best match for `query`, or the one with `contextId`. summary: its summary, else last 12 turns; recent: newest turns that fit; full: all.',
  hints: { readOnly: true },
  reply:
    'the text to read; with `query`, a second text item names up to topK-1 other matches. No match: `{success: false, error, hint, available: [item, …]}` with the 10 newest, as in chat_context_list',
  input: {
    dialog: named.exactOptional(),
    query: z.string().exactOptional(),
    contextId: contextId.exactOptional(),
    mode,
    maxChars,
    topK: z.int().min(1).max(50).default(5),
  },
  brief: { maxChars: briefChars },
  run: async (store, args, toolContext) => {
    if (args.dialog !== undefined || nonBlank(args.contextId) !== undefined)
      return loadContext(store.contexts, args);
    const dialog = await meantDialog(store, toolContext);
    return namingDialog(dialog, loadContext(store.contexts, { ...args, dialog, others: true }));
  },
});

const list = defineContextTool({
  name: 'chat_context_list',
  title: 'List archived contexts',
  description: 'List archived contexts, newest first; without `dialog`, those of the whole project.',
  hints: { readOnly: true },
  reply:
    '`{success: true, items: [{contextId, title, createdAt, archivedAt, messageCount, summaryPreview, dialog?}, …], total, damaged?, cursor?}`; items name their dialog when none was given; `why` says why there are none; `cursor` is there while there are more',
  input: {
    dialog: named.exactOptional(),
    limit: z.int().min(1).default(20),
    cursor: z.string().exactOptional(),
  },
  run: async ({ contexts, dialogs }, { dialog, limit, cursor }, toolContext) => {
    const items = await (dialog === undefined ? contexts.listAll() : contexts.list(dialog));
    const isThere = dialog === undefined || (await dialogs.overview(dialog)) !== undefined;
    const why = isThere
      ? 'No context was archived; chat_context_new archives the active one.'
      : `There is no dialog ${JSON.stringify(dialog)}.`;
    const page = { limit, why, ...defined({ cursor: nonBlank(cursor) }) };
    return contextsReply(items, page, await contexts.unreadable(dialog), charsOf(toolContext));
  },
});

const recall = defineContextTool({
  name: 'chat_context_recall',
  title: 'Recall an archived context',
  description: 'Load an archived context of any dialog by its id.',
  hints: { readOnly: true },
  reply: 'the text to read',
  input: { contextId, mode, maxChars },
  brief: { maxChars: briefChars },
  run: async ({ contexts }, { contextId, ...query }) => [(await contexts.injection(contextId, query)).text],
});

const clearActive = defineContextTool({
  name: 'chat_context_clear_active',
  title: 'Clear the active context',
  description: 'Empty a polluted active context without archiving it. The user can restore it.',
  hints: { destructive: true, idempotent: true },
  reply: '`{success: true, cleared, trashId?, note}`; `note` tells how to undo it',
  input: { dialog },
  run: async ({ contexts }, { dialog }) => clearedReply(await contexts.clearActive(dialog)),
});

const summarize = defineContextTool({
  name: 'chat_context_summarize',
  title: 'Summarize an archived context',
  description: 'Store your short summary of an archived context, for lists and mode summary.',
  hints: { idempotent: true },
  reply: '{success: true, contextId, summaryPreview}',
  input: { contextId, summary: z.string() },
  run: async ({ contexts }, { contextId, summary }) => {
    const { summaryPreview } = await contexts.summarize(contextId, readContextSummary(summary));
    return jsonReply({ success: true, contextId, summaryPreview });
  },
});

/** Validates an agent's summary of an archived context; throws for a blank one. */
function readContextSummary(text: string): string {
  if (text.trim() !== '') return text;
  throw new StoreError(
    'invalid_argument',
    'summary is empty; give a few sentences: what was decided, what is done, what is open.',
    { arguments: ['summary'] },
  );
}

/** The tools for context snapshots; only the agent's calls switch contexts. */
export const contextTools: readonly Tool[] = [newContext, load, list, recall, clearActive, summarize];

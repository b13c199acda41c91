import { moreName } from './base/moreCall.ts';

const briefTool = 'history_brief';

/** Instructions per group of tools, included if all are listed. Agents that defer tools see only names and these. */
const guidance: readonly { readonly tools: readonly string[]; readonly text: string }[] = [
  {
    tools: [briefTool],
    text: 'Start with history_brief, unless you were given a brief; after a compaction: {purpose: "afterCompaction"}.',
  },
  {
    tools: ['history_list_dialogs', 'history_get_dialog_detail', 'history_get_messages_since'],
    text: 'Follow a dialog: history_list_dialogs, history_get_dialog_detail {dialog}, then history_get_messages_since {dialog, cursor}.',
  },
  {
    tools: ['history_save'],
    text: 'Save in batches after important answers, every 5 turns or when asked: history_save {dialog, entries: [{role, text, id}]}.',
  },
  {
    tools: ['history_set_summary', 'history_clear'],
    text: 'Compact when an `M:` line or `maintenance` asks for it, as it says.',
  },
  {
    tools: ['chat_context_new', 'chat_context_load'],
    text: 'When the task changes, save, then call chat_context_new; to return, chat_context_load {query}. Nothing switches by itself.',
  },
  { tools: ['history_search'], text: 'Find what was said: history_search {query}.' },
  {
    tools: ['archive_list', 'archive_read'],
    text: 'Read archived transcripts: archive_list, archive_read {name}.',
  },
  {
    tools: ['session_list', 'session_resume'],
    text: 'Continue a past chat: session_list, session_resume {id}.',
  },
  {
    tools: ['store_memory', 'retrieve_memory'],
    text: 'Keep facts and decisions: store_memory {content, tags}; find them: retrieve_memory {query}.',
  },
  {
    tools: [moreName],
    text: 'Call any tool that is named but not listed by history_more {name, arguments}.',
  },
];

/** The server's instructions, depending on the listed tools and the roots; at most 2 KB. Without `wantsBriefs` they do not suggest a brief. */
export function instructionsFor(
  tools: readonly string[],
  roots: readonly string[],
  wantsBriefs = true,
): string {
  return [
    'Conversation history of this project, shared by agents and the user.',
    ...guidanceFor(wantsBriefs ? tools : tools.filter((name) => name !== briefTool)),
    ...rootsText(roots),
    'All rules: prompt history_rules.',
  ].join(' ');
}

/** The instructions of a server for a project in which history is turned off. */
export const offInstructions =
  'History is turned off in this project: do not call these tools, they refuse until the user turns it on.';

/** The instructions of a server that answers from a hub. */
export const hubInstructionsFor = (tools: readonly string[]): string =>
  [
    'Conversation history of this project, of all people in it, read from their hub: nothing can be saved here. Dialogs are called NAME (PERSON).',
    ...guidanceFor(tools),
  ].join(' ');

const guidanceFor = (tools: readonly string[]): readonly string[] =>
  guidance.filter((one) => one.tools.every((name) => tools.includes(name))).map(({ text }) => text);

/** Maximum length of the listed roots, to keep the whole short. Characters. */
const rootChars = 500;

function rootsText(roots: readonly string[]): string[] {
  if (roots.length === 1) return [];
  if (roots.length === 0) return ['If your project is not found, give projectRoot, its absolute path.'];
  const list = roots.join(', ');
  return list.length > rootChars
    ? [`There are ${roots.length} projects: give projectRoot, the absolute path of one.`]
    : [`There are several projects: give projectRoot, one of ${list}.`];
}

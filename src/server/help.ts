import type { Language } from '../disk/base/core.ts';
import { sayIn, type Text } from '../disk/base/texts.ts';

const texts: readonly (Text | '')[] = [
  `Usage: mcp-history-store [--stdio | --http] [--root DIR]... [--tools WHICH]
       mcp-history-store [--stdio | --http] --hub URL --project ID`,
  '',
  'MCP server of the history store: keeps conversation history in <project>/.chat-history.',
  '',
  '  --stdio       talk MCP over standard input and output (default)',
  `  --http        talk MCP over streamable HTTP instead; the address and the file
                with the token that clients need are told on standard error`,
  `  --host NAME   name or IP address to listen on with --http (127.0.0.1: only
                programs of this machine reach it)`,
  '  --port NUMBER port to listen on with --http; 0: any that is free (8001)',
  `  --root DIR    confine calls to DIR and folders below; may be repeated.
                . is the project the server is started in. With one root, tools
                need no projectRoot; without any, the project is found by what
                the client has open or where the server was started.`,
  `  --tools WHICH core, default, memory (the whole memory service and nothing
                else), full or names with commas: the tools that are listed.
                All can be called, whatever is listed.`,
  `  --hub URL     answer what only reads from a hub, a PostgreSQL database that
                mcp-history-store team has set up, without any files;
                HISTORY_HUB_URL says the same and is not seen by others`,
  '  --project ID  of the project there, as team status tells it',
  '  --help, -h    show this text',
  '  --version, -v show the version',
  '',
  'Environment:',
  '  CODEX_HISTORY_ROOT            absolute folder that holds the history instead of the project',
  '  HISTORY_CONTEXT_MAX_MESSAGES  messages before a dialog asks to be compacted (200)',
  '  HISTORY_CONTEXT_MAX_BYTES     bytes before a dialog asks to be compacted (65536)',
  '  HISTORY_BACKUP_RETENTION      backups kept of each dialog (5)',
  '  HISTORY_CONTEXTS_ENABLED      true or false: the chat_context_* tools work (true)',
  '  HISTORY_CONTEXTS_MAX_TURNS    turns a context holds (120)',
  '  HISTORY_CONTEXTS_MAX_CHARS    characters all turns of a context have (48000)',
  `  HISTORY_CONTEXTS_ACTIVE_MAX_MESSAGES, HISTORY_CONTEXTS_ACTIVE_MAX_CHARS
                                other names of these two; the smaller counts`,
  `  HISTORY_CONTEXTS_SEARCH_TEXT_MAX_CHARS
                                characters of a context that are searched (12000)`,
  `  HISTORY_ARCHIVE_MAX_MESSAGE_CHARS
                                characters a message of an archive is cut to (0: kept whole)`,
  `  HISTORY_ARCHIVE_ASSISTANT_NAME
                                what headings of archives call the agent (Assistant)`,
  '  HISTORY_SECRETS               mask or keep: secrets in what is saved and shown (mask)',
  '  HISTORY_ARCHIVE_TIME          local or utc: times in archives (local, with their offset)',
  `  HISTORY_MODE                  off, keep or return: whether history is kept, and briefs
                                are given (return); .no-history in a project turns it off`,
  `  HISTORY_KEEP                  beforeDeletion, always or off: which sessions of agents are
                                archived without being asked for (beforeDeletion: a week
                                before their agent deletes them)`,
  `  HISTORY_KEEP_MAX_MEGABYTES    as much may archives take; past it, sessions are kept without
                                the copies of their transcripts (1000)`,
  `  HISTORY_COPIES                on or off: whether a second copy of each history is kept in the
                                person's own state folder, deleted with what is deleted (on)`,
  `  HISTORY_COPIES_MAX_MEGABYTES  as much may the copies of all projects take (2000)`,
  `  HISTORY_PRICES                what models cost, US dollars for a million tokens, as JSON:
                                {"my-model-*": {"input": 3, "output": 15}}`,
  `  HISTORY_EMBEDDINGS_URL        address of embeddings (OpenAI's format or Ollama) that search
                                may use beside words; history is sent there. Off when unset`,
  `  HISTORY_EMBEDDINGS_MODEL, HISTORY_EMBEDDINGS_KEY
                                its model, and its key if it needs one`,
  '  HISTORY_HUB_URL               instead of --hub, where --project is given',
  `  MCP_SERVER_HOST, MCP_SERVER_PORT
                                instead of --host and --port`,
  `  MCP_SERVER_TOKEN              token that clients of --http send, 16 characters or more;
                                when unset, one is made up once and kept in a file`,
  '  INCLUDE_HOSTNAME              true: new memories say on which machine they were stored',
  `  LOG_LEVEL                     DEBUG, INFO, WARNING, ERROR or CRITICAL: what goes to
                                standard error (WARNING)`,
  `  HISTORY_TOOLS                 instead of --tools; a name that is wrong is told, and the default
                                listed`,
  `  HISTORY_LANGUAGE              en or zh: this text, the prompts unless they are asked for in
                                another, and the heading of loaded contexts.
                                Default: LC_ALL, LC_MESSAGES or LANG; where that is neither,
                                English, and for loaded contexts Chinese.`,
];

/** The text of `--help`. */
export function helpText(language: Language): string {
  const say = sayIn(language);
  return texts.map((text) => `${text === '' ? '' : say(text)}\n`).join('');
}

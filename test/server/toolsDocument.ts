import { pricesVariable } from '../../src/insight/usage/priceSettings.ts';
import { defaultLimits, environmentFromLimits } from '../../src/disk/base/limits.ts';
import { archiveVariables } from '../../src/history/archive/settings.ts';
import { modeVariable } from '../../src/disk/files/historySwitch.ts';
import { keepVariables } from '../../src/history/capture/settings.ts';
import { copyVariables } from '../../src/history/copies/settings.ts';
import { embeddingVariables } from '../../src/history/embeddings/embeddings.ts';
import { languageVariable, hubVariable, secretsVariable } from '../../src/disk/base/context.ts';
import { describe as inWords } from '../../src/server/base/argumentErrors.ts';
import { offers } from './allOffers.ts';
import type { Tool } from '../../src/server/base/tool.ts';
import type { ValueSchema } from '../../src/server/base/toolSchema.ts';

const introduction = `# Tools

<!-- Generated from the tools themselves by scripts/tools-doc.mjs; a test fails when it is stale. -->

The MCP server offers these tools. Start it with \`node dist/server.js [--root DIR]…\`, or with
\`--http\` for clients over streamable HTTP; \`--help\` tells the rest.

- **Projects.** Every tool takes \`projectRoot\`, the absolute path of the project folder whose \`.chat-history\` is meant.
  With one \`--root\` it may be left out. With roots it must be one of them or a folder below, links resolved; a folder
  below a root has a history of its own. Without roots it must exist, and be neither the root of the file system nor
  the home directory (unless it has a history, or the tool only reads or archives) or around it. Left out without roots, the project is that of the folder the request tells (Codex:
  \`_meta\`), else of those open in the client (its roots), else of the folder the server was started in (not with
  \`--http\`), which \`--root .\` means as well: the nearest folder, from there up, that has a history or is the top
  of a git working tree, else that folder itself. Where that gives several or none, the call is refused. Cline's
  command line shares one server among all its sessions: there it is the project of the session that is running. With
  \`CODEX_HISTORY_ROOT\` set, all projects share the history in that folder.
- **Dialogs.** Any text up to 1,000 characters names a dialog. Without one, or with the empty one, a
  call means the dialog that the client named in its last save (over HTTP: the chat that \`_meta\` names), unless a person chose another active one
  since; else the active one, else \`default\`. The last item of the reply says which: \`dialog: "feature-x"\`; a refusal has it
  as \`dialog\`. Names that
  differ only in their form of Unicode are one, new ones are composed (NFC). A dialog that does not exist reads as
  empty, and reading creates nothing.
- **Replies.** The reply is the first text item. A failure replies \`{ok: false, error, detail: {code, …}}\` with
  \`isError: true\`; \`error\` says which value was wrong and how to repair it. A tool that does not exist is an error of
  the protocol (-32602). The
  \`chat_context_*\` and \`archive_*\` tools reply \`{success: true, …}\` and fail with \`{success: false, error, …}\`,
  the tools of memories with \`{success: false, message, …}\`.
- **Arguments.** Null is the same as left out. A number, \`true\` or \`false\`, a list and an object are taken as JSON text, too,
  inside others as well, a list of texts in the form of Python, a choice in other letters (\`User\`), and a single value for a list of it; where an argument takes text, it stays text. Unknown arguments are ignored, with a note as the last text item, where
  that loses nothing: all of them in tools that only read; flags and numbers in tools that only add; and in any tool
  what agents' programs add to every call (\`wait_for_previous\`). They are refused where the name resembles a known
  one, in tools that may take something away, as text, lists or objects in tools that keep something, and inside
  objects. The tables below have every limit and default. What \`tools/list\` gives has neither limits that only guard
  (an error names them) nor defaults that one expects (none, the first choice, the usual length of a reply).
- **Archives.** Transcripts are those of the project folder, its git repository and that one's working trees. Archives
  are Markdown files, which agents and people may read themselves, in \`.chat-history/.conversations/\`. Nothing but
  transcripts in the project folder, links resolved, and transcripts that agents keep of this project is ever read.
- **Contexts.** The active context of a dialog is its messages since the last \`chat_context_new\`, as \`history_save\`
  stored them; it never switches by itself, and the messages are not changed by it. An archived one is found by its id
  in any dialog; \`chat_context_load\` refuses an id of another dialog and names that dialog. With
  \`HISTORY_CONTEXTS_ENABLED=false\` these tools refuse every call.
- **Search.** \`history_search\` looks through dialogs, contexts, archives, memories and sessions (what was
  said in them, \`role:files\` they changed and \`role:errors\` they met) for words in any form, and for names, titles and tags; it says when sessions are still being read. Also: \`"exact phrase"\`,
  \`-word\`, \`/regular expression/\`, \`role:user\`, \`dialog:name\`, \`tag:x\`, \`agent:claude\`, \`source:archives\`,
  \`before:2026-02\`, \`after:yesterday\`, \`on:2026-02-05\` (\`7d\`, \`2w\`, \`6m\`, \`1y\`: so long ago). Days are those of UTC;
  \`before:\` and \`after:\` leave out the day itself. Without words the newest come first. A wrong filter is refused by name.
- **Memories.** One content is one memory, named by \`content_hash\`, the sha256 of the content, trimmed and in lower
  case. Tags are a list, a text with commas (also \`，\`, \`、\`, \`;\`, \`；\`), or a list as text, in JSON or in the form of Python
  (\`['a', 'b']\`), beside the content or in \`metadata\`, as the type may be; they are composed (NFC), trimmed, in lower case and compared whole, types without case. What is no tag
  is left out and told. \`operation: "AND"\` means \`match_all: true\` or \`tag_match: "all"\`. Times in replies are ISO 8601 in UTC; times in words are English or Chinese, in local time, weeks begin on
  Monday: \`2 hours ago\`, \`last monday\`, \`past 3 days\`, \`since 2026-01-15\`, \`between March 3 and March 9\`,
  \`Q3 2025\`, \`昨天\`, \`上周\`, \`最近三天\`. What is deleted goes to the trash for 30 days. The resources
  \`memory://stats\`, \`memory://tags\`, \`memory://recent/{n}\`, \`memory://tag/{tag}\` and \`memory://search/{query}\`
  (where there is not just one root, if needed, followed by \`?projectRoot=…\`) and the prompts memory_review, memory_analysis, knowledge_export,
  memory_cleanup and learning_session are about them, too.
- **Resources.** Also \`history://brief\`, \`history://dialogs/{dialog}\`, \`history://dialogs/{dialog}/summary\`,
  \`history://contexts/{id}\`, \`history://archives/{name}\`, \`history://sessions/{id}\`, and
  \`history://{source}/{name}/{entry}\` for references. The list has the newest ten of each kind; \`completion/complete\`
  knows the values of all variables, and of the arguments of prompts. What is not there is refused with -32002. The
  prompts brief, resume, recall, save and compact are texts that an agent can act upon.
- **Language.** A loaded context has a heading in Chinese, the language of the original wording, or English:
  \`HISTORY_LANGUAGE\` (\`en\` or \`zh\`) decides, else English where the system's language is English. The prompts take
  their argument \`language\`, else \`HISTORY_LANGUAGE\`, else Chinese where the system's language is Chinese.
- **Damage.** If a file could not be read, it was put aside unchanged, and the reply has \`damaged\`: which file, what it
  is called now, and why (in flat text: a sentence in a second text item).
- **Size.** Replies are as long as agents show them: \`maxChars\` (20,000 characters unless said otherwise) or \`maxTokens\`; for Cline, and where that is over 20 KiB for Copilot CLI or 38 kB for Codex, 6,500. One that would be longer has \`omitted\` (in flat text: a second text item)
  with what was left out and the call for it; lists take the \`cursor\` they tell; a text that is cut ends with a mark and the call for its rest. No reply is
  over 8 MiB, and no error over 16,000 characters. The server takes up to 64 MiB in one message.
`;

const hiddenIntroduction = `# Tools that are not listed

They can be called all the same. \`--tools full\` lists those of the memory service, too, \`--tools memory\` the whole
memory service and nothing else; the names after them are those of older or other versions. \`--tools core\` lists
\`history_more\` and the ten tools without which a history cannot be used, for agents that keep every listed tool in each
request; \`--tools\` with names (with commas between them) lists exactly these.
`;

/** The reference of all tools in Markdown, as it stands in docs/tools.md. */
export function toolsDocument(): string {
  const tools = [...offers.tools];
  return [
    introduction,
    ...tools.filter(isListed).map(toolSection),
    hiddenIntroduction,
    ...tools.filter(({ profile }) => profile === 'more' || profile === 'full').map(toolSection),
    ...tools.filter(({ profile }) => profile === 'old').map((tool) => oldSection(tool, tools)),
    environment(),
  ].join('\n');
}

const isListed = ({ profile }: Tool): boolean => profile === 'core' || profile === 'default';

/** Another name of a tool in a line; one with arguments of its own in full. */
function oldSection(tool: Tool, tools: readonly Tool[]): string {
  const same = tools.find(
    ({ profile, description }) => profile !== 'old' && description === tool.description,
  );
  if (!same) return toolSection(tool);
  return `## ${tool.name}\n\nAnother name of ${same.name}: it still works, but is not listed.\n`;
}

function toolSection(tool: Tool): string {
  const { properties, required = [] } = tool.schema();
  const rows = Object.entries(properties)
    .filter(([name]) => name !== 'projectRoot')
    .map(
      ([name, schema]) =>
        `| \`${name}\` | ${cell(inWords(schema))} | ${need(schema, required.includes(name))} |`,
    );
  const table =
    rows.length > 0
      ? `| argument | takes | |\n|---|---|---|\n${rows.join('\n')}\n`
      : 'No further arguments.\n';
  return `## ${tool.name}\n\n${tool.title}: ${tool.description}\n\n${table}\nReplies ${code(tool.reply)}. ${hints(tool)}\n`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|');
/** Shapes are code; sentences mark the code in them themselves. */
const code = (reply: string): string =>
  reply.startsWith('{') && !reply.includes('`') ? `\`${reply}\`` : reply;

function need(schema: ValueSchema, required: boolean): string {
  if (required) return 'needed';
  return schema.default === undefined ? '' : `default \`${JSON.stringify(schema.default)}\``;
}

function hints({ hints: { readOnly, destructive, idempotent } }: Tool): string {
  if (readOnly) return 'Reads only.';
  const repeat = idempotent ? 'calling it again changes nothing more' : 'each call counts';
  return `Writes${destructive ? ', and may take something away' : ''}; ${repeat}.`;
}

function environment(): string {
  const defaults = {
    CODEX_HISTORY_ROOT: 'the project',
    ...environmentFromLimits(defaultLimits),
    HISTORY_CONTEXTS_ACTIVE_MAX_MESSAGES: 'another name of `HISTORY_CONTEXTS_MAX_TURNS`; the smaller counts',
    HISTORY_CONTEXTS_ACTIVE_MAX_CHARS: 'another name of `HISTORY_CONTEXTS_MAX_CHARS`; the smaller counts',
    [secretsVariable]: '`mask`: secrets in what is saved and shown; or `keep`',
    [pricesVariable]:
      'what models cost, US dollars for a million tokens, as JSON: `{"my-model-*": {"input": 3, "output": 15}}`',
    [archiveVariables.maxMessageChars]: '0: messages of archives are kept whole',
    [archiveVariables.assistantName]: '`Assistant`: what headings of archives call the agent',
    [archiveVariables.time]: '`local`: times in archives, with their offset; or `utc`',
    [modeVariable]:
      '`return`; or `keep`: no briefs are given; or `off`: nothing is read or saved, as where a project holds `.no-history`',
    [keepVariables.keep]:
      '`beforeDeletion`: sessions are kept a week before their agents delete them, and old ones; or `always`, `off`',
    [keepVariables.maxMegabytes]:
      '1000: as much may archives take; past it, sessions are kept without the copy of their transcript',
    [copyVariables.copies]:
      '`on`: a second copy of each history is kept in the state folder of the person, and deleted with what is deleted; or `off`',
    [copyVariables.maxMegabytes]: '2000: as much may the copies of all projects take',
    [embeddingVariables.url]:
      'none: search uses words only. Else an address of embeddings, such as `http://localhost:11434/api/embed`',
    [embeddingVariables.model]: 'none',
    [embeddingVariables.key]: 'none',
    INCLUDE_HOSTNAME:
      '`true` adds the tag `source:<name of the machine>` and `hostname` to the metadata of new memories',
    LOG_LEVEL:
      '`WARNING`: from which level on (`DEBUG`, `INFO`, `WARNING`, `ERROR`, `CRITICAL`) lines go to standard error',
    [hubVariable]: 'none: the address of a hub, instead of `--hub`, where `--project` is given',
    MCP_SERVER_HOST: '127.0.0.1; with `--http` only, like the next two',
    MCP_SERVER_PORT: '8001; 0: any that is free',
    MCP_SERVER_TOKEN:
      'made up at the first start and kept in a file; else 16 characters or more that clients send as bearer token',
    HISTORY_TOOLS: '`default`: which tools are listed, as with `--tools`; a wrong name is only told',
    [languageVariable]:
      '`en` or `zh`, as the system; where that is neither, English, and for contexts Chinese',
  };
  const rows = Object.entries(defaults).map(([variable, value]) => `| \`${variable}\` | ${value} |`);
  return `## Environment\n\n| variable | default |\n|---|---|\n${rows.join('\n')}\n`;
}

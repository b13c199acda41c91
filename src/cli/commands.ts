import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { StoreError } from '../store/base/core.ts';
import { scopes } from '../connect/machine.ts';
import { handOverFormats } from '../store/sessions/types.ts';
import { sourceKinds } from '../store/search/types.ts';
import { toTerminal } from '../store/text/containText.ts';
import type { SharedFilter } from '../store/shared/types.ts';
import { briefPurposes } from '../store/brief/types.ts';
import { brief } from './brief.ts';
import { fileHistory } from './file.ts';
import { remove, setup, type RemoveOptions, type SetupOptions } from './connect.ts';
import { doctor, type DoctorOptions } from './doctor.ts';
import type { DialogListOptions } from './dialogList.ts';
import type { RestoreOptions } from './dialogTrash.ts';
import { exportDialog, importInto, saveMessages, status } from './dialogs.ts';
import { openProject, type CliProject } from './project.ts';
import { find, show } from './search.ts';
import type { ShareOptions } from './shared.ts';
import { archiveSession, keepSessions, listSessions, resumeSession } from './sessions.ts';
import { statGroups, type StatsOptions } from './statGroups.ts';
import { addCommand, type RunAnywhere } from './addCommand.ts';
import { addTeamCommands } from './teamCommands.ts';
import { openTerminal, type CommandResult, type Terminal, type Text } from './terminal.ts';

declare const HISTORY_STORE_VERSION: string;

/** Runs one command and gives the exit code: 0 done, 1 failed, 2 called wrongly. */
export async function runCommand(args: readonly string[]): Promise<number> {
  const terminal = openTerminal();
  try {
    await program(terminal).parseAsync([...args], { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    terminal.log.error(error instanceof Error ? error.message : String(error));
    return error instanceof StoreError && error.code === 'invalid_argument' ? 2 : 1;
  }
}

type Run<Options> = (project: CliProject, options: Options, terminal: Terminal) => Promise<CommandResult>;

/** All commands, with their help. */
function program(terminal: Terminal): Command {
  const { say } = terminal;
  const root = new Command('mcp-history-store')
    .description(
      say([
        'Conversation history of coding agents, kept in the project.',
        '保存在项目中的编程智能体对话历史。',
      ]),
    )
    .version(HISTORY_STORE_VERSION, '-v, --version', say(['show the version', '显示版本']))
    .helpOption('-h, --help', say(['show help', '显示帮助']))
    .helpCommand(`help [${say(['command', '命令'])}]`, say(['show the help of a command', '显示命令的帮助']))
    .configureHelp({ styleTitle: (title) => terminal.bold(translated(title, terminal)) })
    .showHelpAfterError(say(['See --help.', '参见 --help。']))
    .configureOutput({ writeErr: (text) => void process.stderr.write(toTerminal(text)) })
    .exitOverride();
  root
    .command('serve')
    .description(
      say(['the MCP server; serve --help tells its options', 'MCP 服务器；serve --help 列出其选项']),
    )
    .allowUnknownOption();
  root
    .command('hook')
    .description(
      say(['what agents run as a hook, before and after they compact', '智能体在压缩前后作为钩子运行的程序']),
    )
    .allowUnknownOption();

  const addAnywhere = <Options>(
    usage: string,
    about: Text,
    run: RunAnywhere<Options>,
    ...options: readonly Option[]
  ): void => addCommand<Options>({ parent: root, terminal }, usage, about, run, ...options);
  /** A command that works in a project. */
  const add = <Options>(usage: string, about: Text, run: Run<Options>, ...options: readonly Option[]): void =>
    addAnywhere<Options>(
      usage,
      about,
      (given) => run(openProject(given.project, terminal.log), given, terminal),
      ...options,
    );
  const option = (flags: string, about: Text): Option => new Option(flags, say(about));
  const limit = option('--limit <number>', ['at most so many', '最多返回的数量']).argParser(wholeNumber);

  const tagged = option('--tag <tag>', ['only those with this tag', '仅带此标签的']);
  const archived = option('--archived', ['those that were moved to Archived', '已移到“已归档”的']);

  add('status', ['what the history holds', '历史中有什么'], status);
  add(
    'dialogs',
    ['the dialogs, with tags, newest activity first', '对话及其标签，最近活动在前'],
    async (...given: Parameters<Run<DialogListOptions>>) =>
      (await import('./dialogList.ts')).listDialogs(...given),
    tagged,
    archived,
  );
  add(
    'search <words...>',
    ['search all of the history and the sessions of all agents', '搜索全部历史和所有智能体的会话'],
    find,
    option('--source <kinds...>', ['only in these', '仅在这些来源中']).choices([...sourceKinds]),
    option('--dialog <name>', ['only what belongs to this dialog', '仅属于此对话的内容']),
    limit,
    option('--cursor <cursor>', ['from an earlier page', '来自上一页']),
  );
  add(
    'show <reference>',
    ['what a search found, with what is around it', '搜索结果及其前后内容'],
    show,
    limit,
  );
  add(
    'sessions [words...]',
    ['past sessions of all agents, newest first', '所有智能体过去的会话，最新在前'],
    listSessions,
    limit,
    tagged,
    archived,
  );
  add(
    'resume [session]',
    [
      'a session (latest, number or id) to go on from in a new chat',
      '可在新对话中接续的会话（latest、序号或 id）',
    ],
    resumeSession,
    option('--format <format>', ['shape of the messages', '消息的格式'])
      .choices([...handOverFormats])
      .default('text'),
    option('--max-tokens <number>', ['estimated tokens of the whole', '全部内容的估计 token 数']).argParser(
      wholeNumber,
    ),
    option('--cursor <cursor>', ['the turns before an earlier page', '上一页之前的轮次']),
    option('--all', ['also slash commands and notices', '也包括斜杠命令和通知']),
  );
  add(
    'brief [session]',
    [
      'what was asked, done, decided and is open, for an agent that begins or has compacted',
      '为刚开始或刚压缩上下文的智能体说明：要求、进展、决策和未完成事项',
    ],
    brief,
    option('--purpose <purpose>', ['what for', '用途'])
      .choices([...briefPurposes])
      .default('start'),
    option('--max-tokens <number>', [
      'at most so many tokens, 300 to 4000',
      '最多的 token 数，300 到 4000',
    ]).argParser(wholeNumber),
  );
  add(
    'file <path>',
    [
      'which sessions and requests wrote a file, or a line of it: file src/a.ts, file src/a.ts:12',
      '哪些会话和请求写了某个文件或其中一行：file src/a.ts、file src/a.ts:12',
    ],
    fileHistory,
    limit,
  );
  add(
    'stats',
    [
      'tokens and cost of all sessions, by model, agent, day or session',
      '所有会话的 token 与费用，按模型、智能体、日期或会话',
    ],
    async (...given: Parameters<Run<StatsOptions>>) => (await import('./stats.ts')).stats(...given),
    option('--by <group>', ['what the rows are', '按什么分行'])
      .choices([...statGroups])
      .default('model'),
    option('--since <day>', [
      'from this day on (2026-02-05), or days back (7d)',
      '自某日起（2026-02-05），或最近几天（7d）',
    ]),
    limit,
  );
  add(
    'archive [session]',
    [
      'keep a session (latest, number, id or file) as Markdown',
      '将会话（latest、序号、id 或文件）保存为 Markdown',
    ],
    archiveSession,
  );
  add(
    'keep',
    [
      'keep the sessions that their agents will delete as Markdown, with the agents’ own files',
      '将智能体即将删除的会话保存为 Markdown，并附带其原始文件',
    ],
    keepSessions,
    option('--all', ['every session', '所有会话']),
  );
  add(
    'import [session]',
    ['save what was said in a session into a dialog', '将会话内容保存到对话'],
    importInto,
    option('--dialog <name>', ['the dialog; default: the title of the session', '对话；默认为会话的标题']),
  );
  add(
    'save <dialog> [text]',
    [
      'add a message to a dialog; the text, or JSON with --entries, may come from standard input',
      '向对话添加消息；文本（或 --entries 的 JSON）可来自标准输入',
    ],
    saveMessages,
    option('--role <role>', ['who said it', '谁说的']).choices(['user', 'assistant']).default('user'),
    option('--entries', ['a JSON array of {role, text, ts?, id?}', 'JSON 数组 {role, text, ts?, id?}']),
  );
  add(
    'export <dialog>',
    ['a dialog as a document', '将对话导出为文档'],
    exportDialog,
    option('--format <format>', ['Markdown or JSON', 'Markdown 或 JSON'])
      .choices(['md', 'json'])
      .default('md'),
  );
  add(
    'delete <dialog>',
    [
      'move a dialog with all that belongs to it to the trash, which keeps it for 30 days',
      '将对话及其全部内容移到回收站，保留 30 天',
    ],
    async (...given: Parameters<Run<{ dialog: string }>>) =>
      (await import('./dialogTrash.ts')).deleteDialog(...given),
  );
  add(
    'trash',
    ['the deleted dialogs, newest first', '已删除的对话，最新在前'],
    async (...given: Parameters<Run<object>>) => (await import('./dialogTrash.ts')).trash(...given),
  );
  add(
    'restore <id>',
    [
      'bring back a deleted dialog, whose id trash lists, or what was unshared',
      '恢复已删除的对话（trash 列出 id）或已取消共享的内容',
    ],
    async (...given: Parameters<Run<RestoreOptions>>) =>
      (await import('./dialogTrash.ts')).restoreDialog(...given),
    option('--as <name>', ['under this name', '使用此名称']),
  );
  add(
    'shared',
    ['what is shared through git, in .chat-history/shared', '通过 git 共享的内容，位于 .chat-history/shared'],
    async (...given: Parameters<Run<SharedFilter>>) => (await import('./shared.ts')).listShared(...given),
    option('--kind <kind>', [
      'only of this kind: memory, decision, summary …',
      '仅此类：memory、decision、summary 等',
    ]),
    option('--author <name>', ['only what this person shared', '仅此人共享的']),
    tagged,
  );
  add(
    'share [reference]',
    [
      'share what a reference names, or a text on standard input, as a file that git sees',
      '将引用所指内容（或标准输入的文本）共享为 git 可见的文件',
    ],
    async (...given: Parameters<Run<ShareOptions>>) => (await import('./shared.ts')).share(...given),
    option('--title <title>', ['its title', '标题']),
    option('--tag <tags...>', ['its tags', '标签']),
    option('--masked', ['although secrets in it are masked', '即使其中的密钥被遮盖']),
  );
  add(
    'unshare <id>',
    ['withdraw what was shared; it goes to the trash', '撤回已共享的内容，并移到回收站'],
    async (...given: Parameters<Run<{ id: string }>>) => (await import('./shared.ts')).unshare(...given),
  );
  const team = root
    .command('team')
    .description(
      say(['share history through a PostgreSQL database: a hub', '通过 PostgreSQL 数据库（中心）共享历史']),
    );
  addTeamCommands({ parent: team, terminal }, option, limit);
  const scope = option('--scope <scope>', [
    'for you in all projects, or for all in this one',
    '仅你的所有项目，或此项目的所有人',
  ]).choices([...scopes]);
  const dryRun = option('--dry-run', ['show what would be written, write nothing', '只显示将写入的内容']);
  addAnywhere<SetupOptions>(
    'setup [agents...]',
    ['connect agents: those found here, or those named', '连接智能体：找到的或指定的'],
    setup,
    scope,
    dryRun,
    option('--no-hooks', ['only the server, no hooks that archive', '只写入服务器，不写入用于归档的钩子']),
    option('--rules <kind>', [
      'also write rules into the project’s AGENTS.md, CLAUDE.md and the like',
      '同时将规则写入项目的 AGENTS.md、CLAUDE.md 等文件',
    ]).choices(['full', 'minimal']),
    option('--language <language>', ['of the rules', '规则的语言']).choices(['en', 'zh']),
  );
  addAnywhere<RemoveOptions>(
    'remove [agents...]',
    [
      'take out what was written for agents: for those named, or everything',
      '移除为智能体写入的内容：指定的智能体，或全部',
    ],
    remove,
    scope,
    dryRun,
  );
  addAnywhere<DoctorOptions>(
    'doctor',
    [
      'what does not work, of the history and of the agents; changes nothing unless asked to',
      '检查历史与智能体有何问题；除非要求，否则不做更改',
    ],
    doctor,
    option('--fix', [
      'repair what can be repaired; what was there is put aside',
      '修复可修复的问题；原内容会保留',
    ]),
  );
  return root;
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value > 0) return value;
  throw new InvalidArgumentError('It takes a whole number from 1.');
}

const chineseTitles: Readonly<Record<string, string>> = {
  'Usage:': '用法：',
  'Arguments:': '参数：',
  'Options:': '选项：',
  'Commands:': '命令：',
};

const translated = (title: string, { language }: Terminal): string =>
  language === 'zh' ? (chineseTitles[title] ?? title) : title;

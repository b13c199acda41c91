import type { Language } from '../store/base/core.ts';

const english = `Usage: mcp-history-store [--stdio | --http] [--root DIR]... [--tools WHICH]
       mcp-history-store [--stdio | --http] --hub URL --project ID

MCP server of the history store: keeps conversation history in <project>/.chat-history.

  --stdio       talk MCP over standard input and output (default)
  --http        talk MCP over streamable HTTP instead; the address and the file
                with the token that clients need are told on standard error
  --host NAME   name or IP address to listen on with --http (127.0.0.1: only
                programs of this machine reach it)
  --port NUMBER port to listen on with --http; 0: any that is free (8001)
  --root DIR    confine calls to DIR and folders below; may be repeated.
                . is the project the server is started in. With one root, tools
                need no projectRoot; without any, the project is found by what
                the client has open or where the server was started.
  --tools WHICH core, default, memory (the whole memory service and nothing
                else), full or names with commas: the tools that are listed.
                All can be called, whatever is listed.
  --hub URL     answer what only reads from a hub, a PostgreSQL database that
                mcp-history-store team has set up, without any files;
                HISTORY_HUB_URL says the same and is not seen by others
  --project ID  of the project there, as team status tells it
  --help, -h    show this text
  --version, -v show the version

Environment:
  CODEX_HISTORY_ROOT            absolute folder that holds the history instead of the project
  HISTORY_CONTEXT_MAX_MESSAGES  messages before a dialog asks to be compacted (200)
  HISTORY_CONTEXT_MAX_BYTES     bytes before a dialog asks to be compacted (65536)
  HISTORY_BACKUP_RETENTION      backups kept of each dialog (5)
  HISTORY_CONTEXTS_ENABLED      true or false: the chat_context_* tools work (true)
  HISTORY_CONTEXTS_MAX_TURNS    turns a context holds (120)
  HISTORY_CONTEXTS_MAX_CHARS    characters all turns of a context have (48000)
  HISTORY_CONTEXTS_ACTIVE_MAX_MESSAGES, HISTORY_CONTEXTS_ACTIVE_MAX_CHARS
                                other names of these two; the smaller counts
  HISTORY_CONTEXTS_SEARCH_TEXT_MAX_CHARS
                                characters of a context that are searched (12000)
  HISTORY_ARCHIVE_MAX_MESSAGE_CHARS
                                characters a message of an archive is cut to (0: kept whole)
  HISTORY_ARCHIVE_ASSISTANT_NAME
                                what headings of archives call the agent (Assistant)
  HISTORY_SECRETS               mask or keep: secrets in what is saved and shown (mask)
  HISTORY_ARCHIVE_TIME          local or utc: times in archives (local, with their offset)
  HISTORY_KEEP                  beforeDeletion, always or off: which sessions of agents are
                                archived without being asked for (beforeDeletion: a week
                                before their agent deletes them)
  HISTORY_KEEP_MAX_MEGABYTES    as much may archives take; past it, sessions are kept without
                                the copies of their transcripts (1000)
  HISTORY_PRICES                what models cost, US dollars for a million tokens, as JSON:
                                {"my-model-*": {"input": 3, "output": 15}}
  HISTORY_EMBEDDINGS_URL        address of embeddings (OpenAI's format or Ollama) that search
                                may use beside words; history is sent there. Off when unset
  HISTORY_EMBEDDINGS_MODEL, HISTORY_EMBEDDINGS_KEY
                                its model, and its key if it needs one
  HISTORY_HUB_URL               instead of --hub, where --project is given
  MCP_SERVER_HOST, MCP_SERVER_PORT
                                instead of --host and --port
  MCP_SERVER_TOKEN              token that clients of --http send, 16 characters or more;
                                when unset, one is made up once and kept in a file
  INCLUDE_HOSTNAME              true: new memories say on which machine they were stored
  LOG_LEVEL                     DEBUG, INFO, WARNING, ERROR or CRITICAL: what goes to
                                standard error (WARNING)
  HISTORY_TOOLS                 instead of --tools; a name that is wrong is told, and the default
                                listed
  HISTORY_LANGUAGE              en or zh: this text, the prompts unless they are asked for in
                                another, and the heading of loaded contexts.
                                Default: LC_ALL, LC_MESSAGES or LANG; where that is neither,
                                English, and for loaded contexts Chinese.
`;

const chinese = `用法：mcp-history-store [--stdio | --http] [--root DIR]... [--tools WHICH]
      mcp-history-store [--stdio | --http] --hub URL --project ID

对话历史的 MCP 服务器：历史保存在 <项目>/.chat-history 中。

  --stdio       通过标准输入和标准输出使用 MCP（默认）
  --http        改用 streamable HTTP；客户端所需的地址和令牌文件写到标准错误
  --host NAME   --http 监听的主机名或 IP 地址（127.0.0.1：仅本机可访问）
  --port NUMBER --http 监听的端口；0：任意空闲端口（8001）
  --root DIR    调用只能使用 DIR 及其下级文件夹；可重复。
                . 表示启动时所在的项目。只有一个 root 时，工具可省略
                projectRoot；没有 root 时，按客户端打开的文件夹或启动时
                所在的文件夹找到项目。
  --tools WHICH core、default、memory（仅限完整的记忆服务）、full
                或以逗号分隔的工具名：列出哪些工具。
                未列出的工具同样可以调用。
  --hub URL     由中心（mcp-history-store team 设置的 PostgreSQL 数据库）
                应答只读调用，无需任何文件；也可用 HISTORY_HUB_URL，
                他人看不到
  --project ID  中心里的项目，见 team status
  --help, -h    显示本文
  --version, -v 显示版本

环境变量：
  CODEX_HISTORY_ROOT            代替项目存放历史的文件夹（绝对路径）
  HISTORY_CONTEXT_MAX_MESSAGES  对话超过多少条消息时请求压缩（200）
  HISTORY_CONTEXT_MAX_BYTES     对话超过多少字节时请求压缩（65536）
  HISTORY_BACKUP_RETENTION      每个对话保留的备份数（5）
  HISTORY_CONTEXTS_ENABLED      true 或 false：是否启用 chat_context_* 工具（true）
  HISTORY_CONTEXTS_MAX_TURNS    一个 context 最多保留的轮数（120）
  HISTORY_CONTEXTS_MAX_CHARS    一个 context 全部轮次的最多字符数（48000）
  HISTORY_CONTEXTS_ACTIVE_MAX_MESSAGES、HISTORY_CONTEXTS_ACTIVE_MAX_CHARS
                                以上两项的另一名称；取较小值
  HISTORY_CONTEXTS_SEARCH_TEXT_MAX_CHARS
                                每个 context 参与检索的字符数（12000）
  HISTORY_ARCHIVE_MAX_MESSAGE_CHARS
                                归档中每条消息保留的字符数（0：完整保留）
  HISTORY_ARCHIVE_ASSISTANT_NAME
                                归档标题中智能体的名称（Assistant）
  HISTORY_SECRETS               mask 或 keep：保存和显示的内容中的密钥（mask：遮盖）
  HISTORY_ARCHIVE_TIME          local 或 utc：归档中的时间（local，带时差）
  HISTORY_KEEP                  beforeDeletion、always 或 off：自动归档哪些智能体会话
                                （beforeDeletion：智能体删除前一周）
  HISTORY_KEEP_MAX_MEGABYTES    归档可占用的空间（MB）；超出后归档不再附带
                                会话记录的副本（1000）
  HISTORY_PRICES                模型价格（每百万 token 的美元数），JSON：
                                {"my-model-*": {"input": 3, "output": 15}}
  HISTORY_EMBEDDINGS_URL        向量服务地址（OpenAI 格式或 Ollama），供搜索辅助排序；
                                历史会发送到该地址。未设置时关闭
  HISTORY_EMBEDDINGS_MODEL、HISTORY_EMBEDDINGS_KEY
                                模型名，以及需要时的密钥
  HISTORY_HUB_URL               给出 --project 时代替 --hub
  MCP_SERVER_HOST、MCP_SERVER_PORT
                                代替 --host 和 --port
  MCP_SERVER_TOKEN              --http 的客户端发送的令牌，至少 16 个字符；
                                未设置时首次启动自动生成，并保存在文件中
  INCLUDE_HOSTNAME              true：新的记忆注明来自哪台机器
  LOG_LEVEL                     DEBUG、INFO、WARNING、ERROR 或 CRITICAL：
                                写入标准错误的级别（WARNING）
  HISTORY_TOOLS                 代替 --tools；名称有误时给出提示，并按默认列出
  HISTORY_LANGUAGE              en 或 zh：本文、未指定语言的提示词、加载 context 时的标题。
                                默认取自 LC_ALL、LC_MESSAGES 或 LANG；若两者都不是，
                                则用英文，加载 context 时用中文。
`;

/** What `--help` shows. */
export const helpText = (language: Language): string => (language === 'zh' ? chinese : english);

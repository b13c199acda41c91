/** What happened in a session, counted from its raw lines by nothing that the product uses. */
export interface Truth {
  /** What the person wrote. */
  readonly requests: readonly string[];
  /** Paths as they were given. */
  readonly files: readonly string[];
  readonly commands: readonly { readonly kind: string; readonly failed: boolean }[];
  readonly decisions: readonly string[];
  /** What the agent itself kept at its last compaction; undefined where it never compacted. */
  readonly summary?: string | undefined;
  /** How much of the text was before that compaction and its summary, characters. */
  readonly end: number;
}

type Raw = Readonly<Record<string, unknown>>;

const object = (value: unknown): Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const json = (value: unknown): Raw => {
  try {
    return object(typeof value === 'string' ? JSON.parse(value) : value);
  } catch {
    return {};
  }
};
const allText = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(allText).join('\n');
  return Object.values(object(value)).map(allText).join('\n');
};

/** Counts as it reads. */
class Count {
  readonly requests: string[] = [];
  readonly files = new Set<string>();
  readonly commands = new Map<string, boolean>();
  readonly decisions: string[] = [];
  summary: string | undefined;
  end = 0;

  asked(said: string): void {
    const words = said.replace(/^<user_query>\s*|\s*<\/user_query>$|^<task>\s*|\s*<\/task>$/g, '').trim();
    const noise =
      /^<|^Caveat:|^\[Request interrupted|^\/(?:clear|compact|model|exit|cost)\b|^# AGENTS\.md|^# In this|^\[\w+(?: for '[^]*?')?\] Result:|^# \w+|^\[ERROR\]|^New instructions/;
    if (words !== '' && !noise.test(words)) this.requests.push(words);
  }

  said(words: string): void {
    for (const line of words.split('\n')) {
      const [, decision] = /^\W*(?:decision|决定)\W*[:：]\s*(.+)$/i.exec(line) ?? [];
      if (decision !== undefined) this.decisions.push(decision);
    }
  }

  called(name: string, args: Raw, result: unknown, failed: boolean): void {
    const back = allText(result);
    if (/doesn't want to proceed|rejected by user|denied/i.test(back.slice(0, 200))) return;
    const line = commandOf(args);
    const isShell =
      /^(?:bash|shell|exec_command|shell_command|local_shell|run_shell_command|execute_command|run_in_terminal|run_commands)$/i.test(
        name,
      );
    if (isShell && line !== '' && !/background|session ID/i.test(back.slice(0, 200))) {
      const kind = kindOf(line);
      const isBad =
        failed || /(?:exit code:?|exited with code) (?!0)\d/i.test(back) || /"exit_code":(?!0)\d/.test(back);
      if (kind !== '') this.commands.set(kind, isBad);
    }
    if (failed) return;
    for (const [, path = ''] of allText(args).matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm))
      this.files.add(path);
    if (
      /^(?:edit|multiedit|write|notebookedit|write_file|replace|replace_in_file|write_to_file|create|create_file|replace_string_in_file|edit_file|search_replace)$/i.test(
        name,
      )
    ) {
      const path =
        text(args.file_path) ||
        text(args.filePath) ||
        text(args.path) ||
        text(args.notebook_path) ||
        text(args.target_file);
      if (path !== '') this.files.add(path);
    }
    const [, written] = /^cat >>? (\S+) <</.exec(line) ?? [];
    if (isShell && written !== undefined && !written.startsWith('/tmp')) this.files.add(written);
  }

  get truth(): Truth {
    const commands = [...this.commands].map(([kind, failed]) => ({ kind, failed }));
    const { requests, decisions, summary, end } = this;
    return { requests, files: [...this.files], commands, decisions, summary, end };
  }
}

function commandOf(args: Raw): string {
  const given = args.command ?? args.cmd ?? list(args.commands)[0];
  const words = list(given).map(text);
  return words.length > 0 ? (words.at(-1) ?? '') : text(given).trim();
}

/** The first word of the first command, two where the first is a program of many. */
export function kindOf(line: string): string {
  const first = line
    .replace(/^(?:cd|export|source) [^&;\n]*(?:&&|;|\n)\s*/, '')
    .replace(/^(?:\w+=\S+\s+)+/, '')
    .split(/&&|\|\||[;|\n]/, 1)[0]
    ?.trim();
  const [program = '', next = ''] = (first ?? '').split(/\s+/);
  if (!/^[A-Za-z][\w.-]*$/.test(program) || /^(?:for|while|if|cd|echo|export|sleep)$/.test(program))
    return '';
  const isMany =
    /^(?:git|npm|pnpm|yarn|bun|npx|go|cargo|docker|make|python3?|node|gh|mvn|gradle|pip|uv|dotnet)$/.test(
      program,
    );
  return isMany && /^[a-z][\w:.-]*$/i.test(next) ? `${program} ${next}` : program;
}

/** What a transcript says up to its last compaction, or to its end where it has none. Undefined for other formats. */
export function truthOf(content: string): Truth | undefined {
  const records = content.trimStart().startsWith('[') ? wholeOf(content) : linesOf(content);
  const first = records.slice(0, 40).map(({ value }) => value);
  const reader = readers.find(({ isOf }) => first.some(isOf));
  if (!reader) return undefined;
  const count = new Count();
  const calls = new Map<string, { name: string; args: Raw }>();
  const answer = (id: string, result: unknown, failed: boolean) => {
    const call = calls.get(id);
    if (call) count.called(call.name, call.args, result, failed);
    calls.delete(id);
  };
  const last = records.findLastIndex(({ value }) => reader.summary(value) !== undefined);
  for (const { value } of last < 0 ? records : records.slice(0, last))
    reader.read(value, { count, call: (id, name, args) => calls.set(id, { name, args }), answer });
  const at = records[last];
  count.summary = at && reader.summary(at.value);
  count.end = at?.end ?? content.length;
  return count.truth;
}

interface Line {
  readonly value: Raw;
  /** Where it ends. */
  readonly end: number;
}

function linesOf(content: string): Line[] {
  let end = 0;
  const lines = content.split('\n').map((line) => ({ value: json(line), end: (end += line.length + 1) }));
  return lines.length === 1
    ? list(lines[0]?.value.messages).map((one) => ({ value: object(one), end: content.length }))
    : lines;
}

function wholeOf(content: string): Line[] {
  const all: unknown = JSON.parse(content);
  return list(all).map((one) => ({ value: object(one), end: content.length }));
}

interface To {
  readonly count: Count;
  readonly call: (id: string, name: string, args: Raw) => void;
  readonly answer: (id: string, result: unknown, failed: boolean) => void;
}

interface Reader {
  readonly isOf: (record: Raw) => boolean;
  readonly summary: (record: Raw) => string | undefined;
  readonly read: (record: Raw, to: To) => void;
}

/** Messages as the API of Claude has them. */
function readMessage(message: Raw, { count, call, answer }: To): void {
  const blocks =
    typeof message.content === 'string'
      ? [{ type: 'text', text: message.content }]
      : list(message.content).map(object);
  const said = blocks.filter(({ type }) => type === 'text').map((block) => text(object(block).text));
  if (message.role === 'user') for (const words of said) count.asked(words);
  else for (const words of said) count.said(words);
  for (const block of blocks.map(object)) {
    if (block.type === 'tool_use') call(text(block.id), text(block.name), object(block.input));
    if (block.type === 'tool_result') answer(text(block.tool_use_id), block.content, block.is_error === true);
  }
}

const readers: readonly Reader[] = [
  {
    isOf: (record) => typeof record.sessionId === 'string' && typeof object(record.message).role === 'string',
    summary: (record) =>
      record.isCompactSummary === true ? allText(object(record.message).content) : undefined,
    read: (record, to) => {
      if (record.isMeta !== true && record.isSidechain !== true && record.isCompactSummary !== true)
        readMessage(object(record.message), to);
    },
  },
  {
    isOf: (record) => record.type === 'session_meta',
    summary: (record) => (record.type === 'compacted' ? text(object(record.payload).message) : undefined),
    read: ({ type, payload }, { count, call, answer }) => {
      const item = object(payload);
      if (type !== 'response_item') return;
      if (item.type === 'message' && item.role === 'user')
        count.asked(allText(list(item.content).map((part) => object(part).text)));
      if (item.type === 'message' && item.role === 'assistant')
        count.said(allText(list(item.content).map((part) => object(part).text)));
      if (item.type === 'function_call') call(text(item.call_id), text(item.name), json(item.arguments));
      if (item.type === 'custom_tool_call') call(text(item.call_id), text(item.name), { input: item.input });
      if (item.type === 'function_call_output' || item.type === 'custom_tool_call_output')
        answer(text(item.call_id), item.output, false);
    },
  },
  {
    isOf: (record) => record.type === 'session.start',
    summary: ({ type, data }) =>
      type === 'session.compaction_complete' ? text(object(data).summaryContent) : undefined,
    read: ({ type, data }, { count, call, answer }) => {
      const { content, toolRequests, toolCallId, success, result, error } = object(data);
      if (type === 'user.message') count.asked(text(content));
      if (type === 'assistant.message') count.said(text(content));
      for (const request of type === 'assistant.message' ? list(toolRequests).map(object) : [])
        call(text(request.toolCallId), text(request.name), json(request.arguments));
      if (type === 'tool.execution_complete') answer(text(toolCallId), result ?? error, success === false);
    },
  },
  {
    isOf: (record) => record.type === 'gemini',
    summary: () => undefined,
    read: (record, { count, call, answer }) => {
      if (record.type === 'user') count.asked(allText(record.content));
      if (record.type === 'gemini') count.said(allText(record.content));
      for (const one of list(record.toolCalls).map(object)) {
        call(text(one.id), text(one.name), object(one.args));
        answer(text(one.id), one.result, one.status === 'error');
      }
    },
  },
  {
    isOf: (record) => record.role === 'user' && Array.isArray(record.content),
    summary: () => undefined,
    read: (record, to) => readMessage(record, to),
  },
];

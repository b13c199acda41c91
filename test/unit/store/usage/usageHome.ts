// Sessions of five agents with their records of tokens, each as its agent writes it: for tests and figures of what counts them.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { dirname, join } from 'node:path';

export interface UsageHome {
  readonly sessions: number;
  /** Requests of a session. */
  readonly turns: number;
  /** Bytes of text with each turn. */
  readonly filler: number;
  /** When the last session ended, milliseconds. */
  readonly now: number;
}

const hour = 60 * 60 * 1_000;

interface Talk {
  readonly n: number;
  readonly id: string;
  readonly folder: string;
  readonly turns: readonly Turn[];
}

interface Turn {
  readonly k: number;
  readonly at: string;
  readonly model: string;
  readonly fresh: number;
  readonly read: number;
  readonly wrote: number;
  readonly output: number;
  readonly text: string;
}

const lines = (records: readonly object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

/** Pieces of an answer with the same id and a growing output; every fourth turn asks a subagent with a file of its own. */
function claude({ n, id, folder, turns }: Talk): Files {
  let parentUuid: string | null = null;
  const line = (kind: string, at: string, message: object, more: object = {}) => {
    const uuid = `${id}-${kind}`;
    const made = {
      parentUuid,
      isSidechain: false,
      cwd: folder,
      sessionId: id,
      version: '2.1.30',
      uuid,
      timestamp: at,
    };
    parentUuid = uuid;
    return { ...made, type: kind.startsWith('u') ? 'user' : 'assistant', message, ...more };
  };
  const usage = ({ fresh, read, wrote }: Turn, output_tokens: number) => ({
    input_tokens: fresh,
    cache_read_input_tokens: read,
    cache_creation_input_tokens: wrote,
    output_tokens,
    cache_creation: { ephemeral_5m_input_tokens: wrote, ephemeral_1h_input_tokens: 0 },
  });
  const answer = (turn: Turn, piece: number, output: number, more: object = {}) => {
    const content = [{ type: 'text', text: piece === 0 ? turn.text : 'Done.' }];
    const message = {
      id: `msg_${n}_${turn.k}`,
      role: 'assistant',
      model: turn.model,
      content,
      usage: usage(turn, output),
    };
    return line(`a${turn.k}-${piece}`, turn.at, message, more);
  };
  const main = turns.flatMap((turn) => [
    line(`u${turn.k}`, turn.at, { role: 'user', content: `Do ${turn.k}` }),
    answer(turn, 0, 1),
    answer(turn, 1, turn.output),
  ]);
  const helper = turns
    .filter(({ k }) => k % 4 === 3)
    .map((turn) => {
      const message = {
        id: `msg_${n}_h${turn.k}`,
        role: 'assistant',
        model: 'claude-haiku-4-5',
        content: [{ type: 'text', text: 'Found.' }],
        usage: usage(turn, turn.output),
      };
      return { ...line(`ah${turn.k}`, turn.at, message), isSidechain: true, agentId: 'h1', parentUuid: null };
    });
  const project = `.claude/projects/${folder.replaceAll(/[^A-Za-z0-9]/g, '-')}`;
  const files: Record<string, string> = { [`${project}/${id}.jsonl`]: lines(main) };
  if (helper.length > 0) files[`${project}/${id}/subagents/agent-h1.jsonl`] = lines(helper);
  // Every tenth session was forked: the same lines under another id, and one turn more.
  if (n % 50 === 0) {
    const more = answer({ ...turns[0]!, k: 1_000, at: turns.at(-1)!.at }, 1, 77);
    const copy = [...main, more].map((record) => ({ ...record, sessionId: `${id}-fork` }));
    files[`${project}/${id}-fork.jsonl`] = lines(copy);
  }
  return files;
}

/** Sums, in newer versions also a record of each response. Sums come twice, with limits. */
function codex({ n, id, folder, turns }: Talk): Files {
  const isNew = n % 2 === 0;
  const sum = {
    input_tokens: 0,
    cached_input_tokens: 0,
    output_tokens: 0,
    reasoning_output_tokens: 0,
    total_tokens: 0,
  };
  const meta = (own: string, at: string, more: object = {}) => ({
    timestamp: at,
    type: 'session_meta',
    payload: { id: own, timestamp: at, cwd: folder, cli_version: '0.150.0', ...more },
  });
  const said = (at: string, role: string, text: string) => ({
    timestamp: at,
    type: 'response_item',
    payload: {
      type: 'message',
      role,
      content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }],
    },
  });
  const body = turns.flatMap(({ k, at, model, fresh, read, output, text }) => {
    const last = {
      input_tokens: fresh + read,
      cached_input_tokens: read,
      output_tokens: output,
      reasoning_output_tokens: 1,
      total_tokens: fresh + read + output,
    };
    for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += last[name];
    const count = {
      timestamp: at,
      type: 'event_msg',
      payload: { type: 'token_count', info: { total_token_usage: { ...sum }, last_token_usage: last } },
    };
    const record = {
      timestamp: at,
      type: 'token_usage_record',
      payload: { thread_id: id, response_id: `resp_${n}_${k}`, usage: last },
    };
    return [
      { timestamp: at, type: 'turn_context', payload: { cwd: folder, model } },
      said(at, 'user', `Do ${k}`),
      said(at, 'assistant', text),
      ...(isNew ? [record] : []),
      ...[count, count],
    ];
  });
  const begun = turns[0]!.at;
  const day = begun.slice(0, 10).replaceAll('-', '/');
  const path = (name: string) =>
    `.codex/sessions/${day}/rollout-${begun.slice(0, 19).replaceAll(':', '-')}-${name}.jsonl`;
  const files: Record<string, string> = { [path(id)]: lines([meta(id, begun), ...body]) };
  if (n % 50 === 1 || n % 50 === 6) {
    const fork = id.replace(/^.{8}/, 'f0f0f0f0');
    const at = turns.at(-1)!.at;
    const copied = [meta(id, begun), ...body].map((record) => ({ ...record, timestamp: at }));
    files[path(fork)] = lines([meta(fork, at, { forked_from_id: id }), ...copied]);
  }
  return files;
}

function gemini({ id, turns }: Talk): Files {
  const head = { sessionId: id, projectHash: 'ab', startTime: turns[0]!.at, lastUpdated: turns.at(-1)!.at };
  const records = turns.flatMap(({ k, at, fresh, read, output, text }) => [
    { id: `u${k}`, timestamp: at, type: 'user', content: `Do ${k}` },
    {
      id: `g${k}`,
      timestamp: at,
      type: 'gemini',
      content: text,
      model: 'gemini-2.5-pro',
      tokens: {
        input: fresh + read,
        output,
        cached: read,
        thoughts: 5,
        tool: 0,
        total: fresh + read + output + 5,
      },
    },
  ]);
  return { [`.gemini/tmp/shop/chats/session-2026-02-05T08-00-${id}.jsonl`]: lines([head, ...records]) };
}

function copilot({ n, id, folder, turns }: Talk): Files {
  const event = (type: string, at: string, data: object, k: string) => ({
    type,
    data,
    id: `${id}-${k}`,
    timestamp: at,
    parentId: null,
  });
  const records = turns.flatMap(({ k, at, model, fresh, read, wrote, output, text }) => {
    const usage = {
      model,
      inputTokens: fresh + read,
      outputTokens: output,
      cacheReadTokens: read,
      cacheWriteTokens: Math.min(wrote, fresh),
    };
    return [
      event('user.message', at, { content: `Do ${k}` }, `u${k}`),
      event(
        'assistant.message',
        at,
        { messageId: `m${k}`, content: text, toolRequests: [], outputTokens: output },
        `a${k}`,
      ),
      event(
        'session.usage_record',
        at,
        { usage: { ...usage, accounting: { usageId: `use_${n}_${k}` } } },
        `r${k}`,
      ),
    ];
  });
  const start = event(
    'session.start',
    turns[0]!.at,
    { sessionId: id, startTime: turns[0]!.at, context: { cwd: folder } },
    's',
  );
  return { [`.copilot/session-state/${id}/events.jsonl`]: lines([start, ...records]) };
}

function qwen({ id, folder, turns }: Talk): Files {
  let parentUuid: string | null = null;
  const line = (uuid: string, at: string, more: object) => {
    const made = { uuid, parentUuid, sessionId: id, timestamp: at, cwd: folder, version: '0.24.0' };
    parentUuid = uuid;
    return { ...made, ...more };
  };
  const records = turns.flatMap(({ k, at, fresh, read, output, text }) => [
    line(`u${k}`, at, { type: 'user', message: { role: 'user', parts: [{ text: `Do ${k}` }] } }),
    line(`a${k}`, at, {
      type: 'assistant',
      model: 'qwen3-coder-plus',
      message: { role: 'model', parts: [{ text }] },
      usageMetadata: {
        promptTokenCount: fresh + read,
        candidatesTokenCount: output,
        cachedContentTokenCount: read,
        totalTokenCount: fresh + read + output,
      },
    }),
  ]);
  return { [`.qwen/projects/${folder.replaceAll(/[^A-Za-z0-9]/g, '-')}/chats/${id}.jsonl`]: lines(records) };
}

type Files = Readonly<Record<string, string>>;

const writers = [
  { write: claude, models: ['claude-opus-4-5-20251101', 'claude-sonnet-4-5-20250929'] },
  { write: codex, models: ['gpt-5.3-codex', 'gpt-5-mini'] },
  { write: gemini, models: ['gemini-2.5-pro'] },
  { write: copilot, models: ['claude-sonnet-4.5', 'gpt-4o', 'house-model'] },
  { write: qwen, models: ['qwen3-coder-plus'] },
];

/** Writes sessions of a project below a home: five agents in turn, over 60 days. Gives how many bytes. */
export function writeUsageHome(
  home: string,
  folder: string,
  { sessions, turns, filler, now }: UsageHome,
): number {
  let bytes = 0;
  const put = (path: string, text: string) => {
    fs.mkdirSync(dirname(join(home, path)), { recursive: true });
    fs.writeFileSync(join(home, path), text);
    bytes += Buffer.byteLength(text);
  };
  put('.gemini/tmp/shop/.project_root', `${folder}\n`);
  for (let n = 0; n < sessions; n++) {
    const begun = now - Math.round(((sessions - n) / sessions) * 60 * 24 * hour) - hour;
    const { write, models } = writers[n % writers.length]!;
    const talk = { n, id: idOf(n), folder, turns: turnsOf(n, { turns, filler, begun, models }) };
    for (const [path, text] of Object.entries(write(talk))) put(path, text);
  }
  return bytes;
}

const idOf = (n: number): string => {
  const hex = createHash('sha256').update(`usage ${n}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4000-8000-${hex.slice(12, 24)}`;
};

function turnsOf(
  n: number,
  {
    turns,
    filler,
    begun,
    models,
  }: {
    readonly turns: number;
    readonly filler: number;
    readonly begun: number;
    readonly models: readonly string[];
  },
): Turn[] {
  return Array.from({ length: turns }, (_, k) => ({
    k,
    at: new Date(begun + k * 30_000).toISOString(),
    model: models[(n + k) % models.length]!,
    fresh: 10 + ((n * 7 + k) % 90),
    read: (k * 113) % 5_000,
    wrote: (n + k * 17) % 900,
    output: 20 + ((n + k * 3) % 400),
    text: `Answer ${k}. ${'The list waits for a lock that nobody frees. '.repeat(Math.ceil(filler / 45)).slice(0, filler)}`,
  }));
}

import type { JsonObject } from '../../../src/disk/base/core.ts';
import { seeded } from '../../seeded.ts';
import type { Talk } from './talks.ts';

type Random = () => number;

const pick = <T>(random: Random, from: readonly T[]): T | undefined =>
  from[Math.floor(random() * from.length)];

const words = (random: Random, n: number): string =>
  `${pick(random, ['kiwi', 'the login fails', '四舍五入', 'quokka', 'see src/app.ts'])} ${n}`;

const timeOf = (n: number): string => new Date(Date.UTC(2026, 0, 15, 9, 30, n)).toISOString();

/** A transcript in progress: its records, the calls without a result, and the ids of its prompts. */
interface Log {
  readonly records: JsonObject[];
  readonly open: string[];
  readonly prompts: string[];
}

type Act = (log: Log, random: Random) => unknown;

function made(acts: readonly (readonly [weight: number, act: Act])[], seed: number, count: number): Log {
  const random = seeded(seed);
  const log: Log = { records: [], open: [], prompts: [] };
  const total = acts.reduce((sum, [weight]) => sum + weight, 0);
  for (let n = 0; n < count; n++) {
    let left = random() * total;
    const [, act] = acts.find(([weight]) => (left -= weight) < 0) ?? acts[0]!;
    act(log, random);
  }
  return log;
}

const edit = (n: number): JsonObject => ({
  path: `/code/shop/src/${n % 5}.ts`,
  file_path: `/code/shop/src/${n % 5}.ts`,
  old_str: 'a',
  new_str: `theNewLine(${n})`,
  old_string: 'a',
  new_string: `theNewLine(${n})`,
});

const test = ({ records }: Log): JsonObject => ({ command: `npm test ${records.length}` });

const linesOf = (records: readonly JsonObject[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

function event({ records }: Log, type: string, data: JsonObject, more: JsonObject = {}): string {
  const id = `e${records.length}`;
  records.push({ type, data, id, timestamp: timeOf(records.length), parentId: null, ...more });
  return id;
}

const copilotActs: readonly (readonly [weight: number, act: Act])[] = [
  [
    6,
    (log, random) =>
      log.prompts.push(event(log, 'user.message', { content: words(random, log.records.length) })),
  ],
  [
    6,
    (log, random) =>
      event(log, 'assistant.message', {
        content: words(random, log.records.length),
        ...(random() < 0.95 && { model: 'gpt-5' }),
      }),
  ],
  [
    6,
    (log, random) => {
      const toolCallId = `c${log.records.length}`;
      const given =
        random() < 0.5
          ? { name: 'edit', arguments: edit(log.records.length) }
          : { name: 'bash', arguments: test(log) };
      const request = { toolCallId, ...given };
      const isAsked = random() < 0.8;
      if (isAsked) event(log, 'assistant.message', { content: '', toolRequests: [request], model: 'gpt-5' });
      if (!isAsked || random() < 0.7)
        event(log, 'tool.execution_start', { toolCallId, toolName: given.name, arguments: given.arguments });
      if (random() < 0.2) log.open.push(toolCallId);
      else event(log, 'tool.execution_complete', { toolCallId, success: true, result: { content: 'ok' } });
    },
  ],
  [
    1,
    (log) => {
      for (const toolCallId of log.open.splice(0))
        event(log, 'tool.execution_complete', { toolCallId, success: false, error: { message: 'late' } });
    },
  ],
  [1, (log) => event(log, 'assistant.reasoning', { content: `thinking ${log.records.length}` })],
  [
    1,
    (log, random) =>
      event(log, 'session.model_change', { newModel: pick(random, ['gpt-5', 'claude']) ?? '' }),
  ],
  [
    0.3,
    (log, random) =>
      event(log, 'session.snapshot_rewind', { upToEventId: pick(random, log.prompts.slice(-4)) ?? 'none' }),
  ],
  [0.7, (log) => event(log, 'session.compaction_complete', { success: true, summaryContent: 'Summary' })],
  [
    0.3,
    (log) =>
      event(log, 'tool.execution_complete', { toolCallId: `lost${log.records.length}`, success: true }),
  ],
  [0.5, (log) => event(log, 'session.info', { message: `note ${log.records.length}` })],
];

/** Makes a session of Copilot CLI of so many acts; `calm` leaves out all but prompts, answers and calls. */
export function copilotTalk(seed: number, count: number, calm = false): Talk {
  const start = {
    type: 'session.start',
    id: 's',
    timestamp: timeOf(0),
    data: { sessionId: 's1', selectedModel: 'gpt-4' },
  };
  const { records } = made(calm ? copilotActs.slice(0, 3) : copilotActs, seed, count);
  return {
    agent: 'copilot-cli',
    path: '.copilot/session-state/s1/events.jsonl',
    text: linesOf([start, ...records]),
  };
}

function line({ records }: Log, type: string, more: JsonObject): string {
  const uuid = `q${records.length}`;
  const parentUuid = records.at(-1)?.uuid ?? null;
  const known = { sessionId: 's1', cwd: '/code/shop', version: '0.2' };
  records.push({ uuid, parentUuid, timestamp: timeOf(records.length), type, ...known, ...more });
  return uuid;
}

const parts = (...all: readonly JsonObject[]): JsonObject => ({ message: { parts: [...all] } });

const qwenActs: readonly (readonly [weight: number, act: Act])[] = [
  [
    6,
    (log, random) => log.prompts.push(line(log, 'user', parts({ text: words(random, log.records.length) }))),
  ],
  [
    6,
    (log, random) =>
      line(log, 'assistant', { model: 'qwen3', ...parts({ text: words(random, log.records.length) }) }),
  ],
  [
    6,
    (log, random) => {
      const id = `c${log.records.length}`;
      line(log, 'assistant', parts({ functionCall: { id, name: 'edit', args: edit(log.records.length) } }));
      if (random() < 0.2) log.open.push(id);
      else answerOf(log, id, 'success');
    },
  ],
  [
    1,
    (log) => {
      for (const id of log.open.splice(0)) answerOf(log, id, 'error');
    },
  ],
  [
    0.7,
    (log, random) => {
      const parentUuid = random() < 0.1 ? null : (pick(random, log.prompts.slice(-4)) ?? null);
      line(log, 'system', { subtype: 'rewind', systemPayload: {}, parentUuid });
    },
  ],
  [0.7, (log) => line(log, 'system', { subtype: 'chat_compression', systemPayload: {} })],
  [0.5, (log) => line(log, 'user', { subtype: 'notification', ...parts({ text: 'A task has ended' }) })],
];

function answerOf(log: Log, id: string, status: string): void {
  const toolCallResult = { callId: id, status, resultDisplay: `${status} ${log.records.length}` };
  line(log, 'tool_result', {
    toolCallResult,
    ...parts({ functionResponse: { id, name: 'edit', response: { output: 'ok' } } }),
  });
}

/** Makes a session of Qwen Code of so many acts; `calm` as above. */
export const qwenTalk = (seed: number, count: number, calm = false): Talk => ({
  agent: 'qwen',
  path: '.qwen/projects/-code-shop/chats/s1.jsonl',
  text: linesOf(made(calm ? qwenActs.slice(0, 3) : qwenActs, seed, count).records),
});

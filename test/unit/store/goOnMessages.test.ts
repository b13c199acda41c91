import assert from 'node:assert/strict';
import { loadAgents } from '../../../src/agents/loadTranscripts.ts';
import { readerOf, type AgentTranscripts } from '../../../src/agents/reading/agent.ts';
import type { NextPlace } from '../../../src/agents/reading/continued.ts';
import { Bars } from '../../../src/agents/reading/bars.ts';
import { chunksOf } from '../../../src/agents/reading/lines.ts';
import type { MessageRecord, ModelRequest } from '../../../src/agents/reading/types.ts';
import { all } from '../../../src/agents/reading/whole.ts';
import { seeded } from '../../seeded.ts';
import { copilotTalk, qwenTalk } from './partTalks.ts';
import { claudeTalk, codexTalk, type Talk } from './talks.ts';

/** What a transcript tells, in one go or in parts. */
interface ToldSession {
  readonly messages: readonly MessageRecord[];
  readonly cwd: string | undefined;
  /** Only where the agent's reader continues them. */
  readonly figures?: {
    readonly rewound: number;
    readonly requests: readonly ModelRequest[];
  };
}

/** A process that reads a growing transcript, and keeps only what precedes the last place. */
class Follower {
  readonly #agent: AgentTranscripts;
  readonly #source: { readonly path: string; readonly mtimeMs: number };
  #place: (NextPlace & { readonly bytes: number }) | undefined;
  #settled: readonly MessageRecord[] = [];
  #requests: readonly ModelRequest[] = [];
  /** Number of readings that went on from a place. */
  wentOn = 0;
  /** Whether the last reading told the folder; readers in parts do not. */
  #tellsFacts = true;

  constructor(agent: AgentTranscripts, { path }: Talk) {
    this.#agent = agent;
    this.#source = { path: `/home/${path}`, mtimeMs: 1 };
  }

  async whole(bytes: Buffer): Promise<ToldSession> {
    const { header, messages } = await this.#agent.stream(() => chunksOf(bytes), this.#source);
    const { cwd, requests = [], omitted } = header;
    const figures = { rewound: omitted.rewound, requests };
    return {
      messages: await all(messages()),
      cwd: this.#tellsFacts ? cwd : undefined,
      ...(this.#agent.continuesFigures === true && { figures }),
    };
  }

  async read(bytes: Buffer): Promise<ToldSession> {
    const from = this.#place?.bytes ?? 0;
    const part = bytes.subarray(from);
    const read = await this.#agent.goOn!(() => chunksOf(part), this.#source, this.#place);
    if (read === 'reaches back') {
      [this.#place, this.#settled, this.#requests] = [undefined, [], []];
      return this.read(bytes);
    }
    assert.ok(read, 'every part can be read by itself');
    if (this.#place) this.wentOn++;
    const messages: MessageRecord[] = [];
    let settled = 0;
    for await (const message of read.messages(() => (settled = messages.length))) messages.push(message);
    const now = [...this.#settled, ...messages];
    this.#tellsFacts = read.facts?.cwd !== undefined;
    const { cwd, figures } = read.facts ?? {};
    const { rewound = 0, requests = [], settledRequests } = figures ?? {};
    const told = [...this.#requests, ...requests];
    if (read.next) {
      this.#settled = now.slice(0, this.#settled.length + settled);
      this.#requests = told.slice(0, this.#requests.length + (settledRequests ?? 0));
      this.#place = { ...read.next, bytes: from + offsetOf(part, read.next.line) };
    }
    return { messages: now, cwd, ...(figures && { figures: { rewound, requests: told } }) };
  }
}

function offsetOf(bytes: Buffer, line: number): number {
  let at = 0;
  for (let n = 0; n < line; n++) at = bytes.indexOf(0x0a, at) + 1;
  return at;
}

describe('the messages of a transcript that is read on from places in it', () => {
  for (const [name, talkOf] of [
    ['Claude Code', claudeTalk],
    ['Codex', codexTalk],
    ['Copilot CLI', copilotTalk],
    ['Qwen Code', qwenTalk],
  ] as const)
    it(`are those of the whole, of ${name}`, async () => {
      let wentOn = 0;
      for (let seed = 100; seed < 140; seed++) {
        const talk = talkOf(seed, 40, seed % 5 === 0);
        const bytes = Buffer.from(talk.text);
        const random = seeded(seed);
        const follower = new Follower(readerOf(await loadAgents(), talk.agent), talk);
        const cuts = Array.from({ length: 5 }, () => Math.floor(random() * bytes.length));
        for (const cut of [...cuts.sort((a, b) => a - b), bytes.length]) {
          const part = bytes.subarray(0, cut);
          assert.deepEqual(await follower.read(part), await follower.whole(part), `seed ${seed}, cut ${cut}`);
        }
        wentOn += follower.wentOn;
      }
      assert.ok(wentOn > 120, `${wentOn} of 240 readings went on from a place`);
    });
});

describe('the last messages of a transcript that is divided in parts', () => {
  for (const [name, talkOf] of [
    ['Copilot CLI', copilotTalk],
    ['Qwen Code', qwenTalk],
  ] as const)
    it(`are those at the end of the whole, of ${name}`, async () => {
      let found = 0;
      for (let seed = 200; seed < 240; seed++) {
        const { text, agent, path } = talkOf(seed, 60, seed % 2 === 0);
        const { tailStart, stream } = readerOf(await loadAgents(), agent);
        const messagesOf = async (part: readonly string[]) =>
          all((await stream(() => chunksOf(part.join('\n')), { path, mtimeMs: 1 })).messages());
        const lines = text.trimEnd().split('\n');
        const whole = await messagesOf(lines);
        const tail = lines.slice(Math.floor(seeded(seed)() * lines.length));
        const start = tailStart?.(tail);
        if (start === undefined) continue;
        found++;
        const last = await messagesOf(tail.slice(start));
        assert.deepEqual(last, whole.slice(whole.length - last.length), `seed ${seed}`);
      }
      assert.ok(found > 20, `${found} of 40 ends can be read by themselves`);
    });
});

describe('a part of a transcript that is too long to be held', () => {
  it('is left to a whole reading', async () => {
    const { goOn } = readerOf(await loadAgents(), 'qwen');
    const megabyte = Buffer.alloc(1024 * 1024, ' ');
    const parts = Array.from({ length: 65 }, () => megabyte);
    assert.equal(await goOn?.(() => chunksOf(...parts), { path: '/s.jsonl', mtimeMs: 1 }), undefined);
  });
});

describe('the records before which a transcript cannot be divided', () => {
  it('end at the nth of later ones', () => {
    const later = [2, 3, 5, 8, 13];
    for (let from = 0; from < 15; from++)
      for (const nth of [1, 2, 3]) {
        const bars = new Bars();
        bars.addUntil(from, later, nth);
        const free = later.filter((at) => bars.lastFree([at]) === at);
        const end = later.filter((at) => at > from).at(nth - 1) ?? Infinity;
        assert.deepEqual(
          free,
          later.filter((at) => at <= from || at >= end),
          `${nth} after ${from}`,
        );
      }
  });
});

import assert from 'node:assert/strict';
import { streamClaude } from '../../../src/agents/claude/claude.ts';
import { streamCodex } from '../../../src/agents/codex/transcripts.ts';
import type { StreamTranscript } from '../../../src/agents/reading/types.ts';
import { all } from '../../../src/agents/reading/whole.ts';
import { claude, source } from './claudeLines.ts';
import { codex } from './codexLines.ts';

const chunkBytes = 65_536;

/** A transcript made up while it is read: `turns` times the lines of one turn. Counts the bytes it has given. */
class Long {
  bytes = 0;
  readonly #turn: (n: number) => string;
  readonly #turns: number;

  constructor(turns: number, turn: (n: number) => string) {
    this.#turns = turns;
    this.#turn = turn;
  }

  readonly open = async function* (this: Long): AsyncGenerator<Uint8Array> {
    this.bytes = 0;
    let text = '';
    for (let n = 0; n < this.#turns; n++) {
      text += this.#turn(n);
      if (text.length < chunkBytes && n + 1 < this.#turns) continue;
      await Promise.resolve();
      const chunk = Buffer.from(text);
      this.bytes += chunk.length;
      yield chunk;
      text = '';
    }
  }.bind(this);
}

const words = 'lorem ipsum dolor sit amet '.repeat(40);

const claudeTurn = (n: number): string =>
  claude()
    .user(`Question ${n} ${words}`, { uuid: `u${n}`, parentUuid: n === 0 ? null : `r${n - 1}` })
    .use(`m${n}`, `t${n}`, 'Read', { file_path: words }, { uuid: `a${n}` })
    .result(`t${n}`, words, { uuid: `r${n}` })
    .text();

const codexTurn = (n: number): string =>
  codex().user(`Question ${n} ${words}`).call(`c${n}`, 'shell', { words }).output(`c${n}`, words).text();

async function readLong(
  stream: StreamTranscript,
  long: Long,
): Promise<{ messages: number; answered: number; ahead: number }> {
  const session = await stream(long.open, source);
  const whole = long.bytes;
  const count = { messages: 0, answered: 0, ahead: 0 };
  for await (const message of session.messages()) {
    if (count.messages++ === 0) count.ahead = long.bytes;
    count.answered += message.toolCalls?.filter(({ result }) => result === words).length ?? 0;
  }
  assert.ok(whole > 5_000_000, `${whole} bytes`);
  return count;
}

describe('transcripts of 5 MB and short ones', () => {
  for (const [name, stream, turn] of [
    ['Claude Code', streamClaude, claudeTurn],
    ['Codex', streamCodex, codexTurn],
  ] as const)
    it(`of ${name} are read message by message, each as soon as it is complete`, async () => {
      const { ahead, ...count } = await readLong(stream, new Long(1_500, turn));
      assert.deepEqual(count, { messages: 3_000, answered: 1_500 });
      // The first message is there after the first piece of the file, not after all of it.
      assert.ok(ahead < 3 * chunkBytes, `${ahead} bytes were read before the first message`);
    });

  for (const [agent, stream, turn] of [
    ['Claude Code', streamClaude, claudeTurn],
    ['Codex', streamCodex, codexTurn],
  ] as const)
    it(`reads a short transcript of ${agent} once, and gives the same as of a long one`, async () => {
      const short = new Long(20, turn);
      const session = await stream(short.open, source);
      short.bytes = 0;
      const messages = await all(session.messages());
      assert.equal(short.bytes, 0);
      const long = await stream(new Long(2_000, turn).open, source);
      assert.deepEqual(messages, (await all(long.messages())).slice(0, messages.length));
      assert.ok(messages.length >= 20);
    });
});

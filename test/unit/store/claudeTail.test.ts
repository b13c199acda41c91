import assert from 'node:assert/strict';
import { streamClaude } from '../../../src/agents/claude/claude.ts';
import { claudeTailStart } from '../../../src/agents/claude/claudeTail.ts';
import { chunksOf } from '../../../src/agents/reading/lines.ts';
import type { MessageRecord } from '../../../src/agents/reading/types.ts';
import { all } from '../../../src/agents/reading/whole.ts';
import { seeded } from '../../seeded.ts';
import { claude, source } from './claudeLines.ts';

/** Lines without an id of their own are named for their number, which their end does not know. */
const messagesOf = async (lines: readonly string[]): Promise<MessageRecord[]> => {
  const { messages } = await streamClaude(() => chunksOf(lines.join('\n')), source);
  return (await all(messages())).map((message) => ({
    ...message,
    id: message.id.replace(/^line-\d+/, 'line'),
  }));
};

/** A conversation in which the person rewinds now and then, and all sorts of lines stand between. */
function conversation(seed: number, turns: number): string[] {
  const random = seeded(seed);
  const one = (n: number): number => Math.floor(random() * n);
  const written = claude();
  const answered: string[] = [];
  let call = 0;
  for (let turn = 0; turn < turns; turn++) {
    const back = answered[answered.length - 1 - one(random() < 0.5 ? answered.length : 3)];
    const more = back !== undefined && random() < 0.25 ? { parentUuid: back } : {};
    if (random() < 0.08)
      written
        .line('system', {
          subtype: 'compact_boundary',
          parentUuid: null,
          logicalParentUuid: answered.at(-1) ?? null,
        })
        .user(`Summary before ${turn}`, { isCompactSummary: true });
    written.user(`Prompt ${turn}`, { uuid: `prompt-${turn}`, ...more });
    if (random() < 0.2)
      written.aside({ type: 'queue-operation', operation: 'enqueue', content: `Queued ${turn}` });
    if (random() < 0.2) written.line('attachment', { attachment: { type: 'todo', content: [] } });
    for (let n = one(3); n > 0; n--) {
      const uses = 1 + one(2);
      const ids = Array.from({ length: uses }, () => `toolu_${++call}`);
      for (const id of ids)
        written.use(`m${turn}-${n}`, id, 'Bash', { command: `run ${id}` }, { uuid: `use-${id}` });
      for (const id of ids) written.result(id, `printed by ${id}`, { parentUuid: `use-${id}` });
    }
    if (random() < 0.15) written.line('system', { subtype: 'turn_duration' });
    if (random() < 0.15) written.user('Ask a helper', { isSidechain: true, agentId: 'a1', parentUuid: null });
    written.answer(`m${turn}`, `Answer ${turn}`, {
      uuid: `answer-${turn}`,
      ...(random() < 0.3 && { parentUuid: `prompt-${turn}` }),
    });
    answered.push(`answer-${turn}`);
  }
  return written.text().split('\n').slice(0, -1);
}

describe('the end of a transcript of Claude Code', () => {
  it('gives the same messages as the whole, or says that it does not suffice', async () => {
    let [sufficed, asked] = [0, 0];
    for (let seed = 1; seed <= 15; seed++) {
      const lines = conversation(seed, 40);
      const whole = await messagesOf(lines);
      for (let from = 5; from < lines.length - 5; from += 17) {
        const end = lines.slice(from);
        const start = claudeTailStart(end);
        asked++;
        if (start === undefined) continue;
        sufficed++;
        const tail = await messagesOf(end.slice(start));
        assert.ok(tail.length > 0);
        assert.deepEqual(tail, whole.slice(-tail.length), `seed ${seed}, from ${from}`);
      }
    }
    assert.ok(sufficed > asked / 2, `${sufficed} of ${asked}`);
  });

  it('gives the same where lines were written without an end between them', async () => {
    let sufficed = 0;
    for (let seed = 1; seed <= 10; seed++) {
      const lines = conversation(seed, 40);
      const whole = await messagesOf(lines);
      const random = seeded(seed);
      const glued: string[] = [];
      for (const line of lines)
        if (random() < 0.3) glued.push(`${glued.pop() ?? ''}${line}`);
        else glued.push(line);
      assert.deepEqual(await messagesOf(glued), whole);
      for (let from = 5; from < glued.length - 5; from += 7) {
        const end = glued.slice(from);
        const start = claudeTailStart(end);
        if (start === undefined) continue;
        sufficed++;
        const tail = await messagesOf(end.slice(start));
        assert.deepEqual(tail, whole.slice(-tail.length), `seed ${seed}, from ${from}`);
      }
    }
    assert.ok(sufficed > 10);
  });

  it('does not suffice where the person rewound to before it, or lines stand there twice', () => {
    const lines = (text: string): string[] => text.trimEnd().split('\n');
    const said = claude().user('One', { uuid: 'u1' }).answer('m1', 'First', { uuid: 'a1' });
    const rewound = lines(
      claude()
        .user('Two', { parentUuid: 'a1' })
        .answer('m2', 'Left')
        .user('Other', { parentUuid: 'a1' })
        .answer('m3', 'Right')
        .text(),
    );
    assert.equal(claudeTailStart(rewound), 2);
    assert.equal(claudeTailStart(rewound.slice(0, 2)), 0);
    assert.equal(claudeTailStart([...rewound.slice(2), ...rewound]), undefined);
    assert.equal(claudeTailStart(lines(said.text()).slice(1)), undefined);
    assert.equal(claudeTailStart(['', 'torn {', '7']), undefined);
  });
});

import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/disk/base/core.ts';
import { codex, codexId, type CodexRollout } from './codexLines.ts';

const usage = (input_tokens: number, output_tokens = 0) => ({ input_tokens, output_tokens });

const sum = (total: number, last?: number) => ({
  info: { total_token_usage: usage(total), last_token_usage: last === undefined ? {} : usage(last) },
});

const record = (response_id: string, input: number, more: JsonObject = {}) => ({
  response_id,
  usage: usage(input),
  ...more,
});

const inputs = async (rollout: CodexRollout) => (await rollout.read()).requests?.map(({ input }) => input);
const names = async (rollout: CodexRollout) => (await rollout.read()).requests?.map(({ id }) => id) ?? [];

/** Sets the times of lines, in seconds after the thread began. */
function at(rollout: CodexRollout, seconds: (line: number) => number): CodexRollout {
  rollout.lines.forEach((line, n) => {
    const timestamp = new Date(Date.UTC(2026, 0, 15, 9, 30, 0, 1_000 * seconds(n))).toISOString();
    rollout.lines[n] = { ...line, timestamp };
  });
  return rollout;
}

const childId = '0199a1b2-3c4d-7e8f-9a0b-00000000c41d';
const parentTurns = () =>
  codex()
    .meta()
    .turn({ turn_id: 'turn-of-the-parent' })
    .event('token_count', sum(1000, 1000))
    .event('token_count', sum(3000, 2000));

/** A thread made from another: its first line, the copied ones, and a turn of its own. */
function fork(copied: readonly JsonObject[], more: JsonObject = {}): CodexRollout {
  const made = codex().meta({ id: childId, forked_from_id: codexId, ...more });
  made.lines.push(...copied);
  return made.turn({ turn_id: 'turn-of-the-fork' }).event('token_count', sum(10_000, 7000));
}

describe('requests of Codex', () => {
  it('a record and a sum of the same total are one request, in either order', async () => {
    const begun = () => codex().meta().turn({ turn_id: 'one' });
    const recordFirst = begun()
      .line('token_usage_record', record('r1', 1000))
      .event('token_count', sum(1000, 1000))
      .line('token_usage_record', record('r2', 1000))
      .event('token_count', sum(2000, 1000));
    const sumFirst = begun()
      .event('token_count', sum(1000, 1000))
      .line('token_usage_record', record('r1', 1000))
      .event('token_count', sum(2000, 1000))
      .line('token_usage_record', record('r2', 1000));
    assert.deepEqual(await inputs(recordFirst), [1000, 1000]);
    assert.deepEqual(await names(sumFirst), await names(recordFirst));
  });

  it('sums count where records begin or end within a session', async () => {
    const early = codex()
      .meta()
      .event('token_count', sum(1000, 1000))
      .event('token_count', sum(1000, 1000))
      .line('token_usage_record', record('r2', 2000))
      .event('token_count', sum(3000, 2000));
    assert.deepEqual(await inputs(early), [1000, 2000]);
    const late = codex()
      .meta()
      .line('token_usage_record', record('r1', 1000))
      .event('token_count', sum(1000, 1000))
      .event('token_count', sum(3000, 2000));
    assert.deepEqual(await inputs(late), [1000, 2000]);
  });

  it('one sum may tell several records, and what no record told', async () => {
    const both = codex()
      .meta()
      .line('token_usage_record', record('r1', 1000))
      .line('token_usage_record', record('r2', 2000))
      .event('token_count', sum(3000))
      .line('token_usage_record', record('r3', 400))
      .event('token_count', sum(3900, 400));
    assert.deepEqual(await inputs(both), [1000, 2000, 400, 500]);
  });

  it('a sum that begins anew counts what it tells of the last request, also above the sum before', async () => {
    const reset = codex()
      .meta()
      .event('token_count', sum(1000, 1000))
      .event('token_count', sum(400, 400))
      .event('token_count', sum(5000, 5000));
    assert.deepEqual(await inputs(reset), [1000, 400, 5000]);
  });

  it('what a fork copied in one go, or with its old times, is its source’s', async () => {
    const copied = parentTurns().lines;
    for (const lines of [copied, copied.slice(1)]) {
      const own = lines.length + 1;
      const made = at(fork(lines), (n) => (n < own ? 0 : 1 + n));
      assert.deepEqual(await inputs(made), [7000]);
      assert.equal((await made.read()).copiedUntil, Date.UTC(2026, 0, 15, 9, 30));
    }
    const old = fork(copied, { timestamp: '2026-01-15T10:00:00.000Z' });
    const times = at(old, (n) => (n === 0 ? 1800 : n <= copied.length ? n : 1800 + n));
    assert.deepEqual(await inputs(times), [7000]);
  });

  it('what a fork’s lines may have copied has the names of its source', async () => {
    const source = parentTurns();
    const made = fork(source.lines.slice(1));
    assert.deepEqual((await names(made)).slice(0, 2), await names(source));
  });

  it('a record of another thread is that thread’s', async () => {
    const made = codex()
      .meta({ id: childId, forked_from_id: codexId })
      .line('token_usage_record', record('r1', 1000, { thread_id: codexId }))
      .line('token_usage_record', record('r2', 2000, { thread_id: childId }));
    assert.deepEqual(await inputs(made), [2000]);
  });

  it('threads spawned from one parent count each, also with equal sums from zero', async () => {
    const spawned = (id: string) =>
      codex()
        .meta({ id, parent_thread_id: codexId, forked_from_id: codexId })
        .meta()
        .turn({ turn_id: `turn of ${id}` })
        .event('token_count', sum(7000, 7000));
    assert.deepEqual(await inputs(spawned('one')), [7000]);
    assert.notDeepEqual(await names(spawned('one')), await names(spawned('other')));
  });
});

import assert from 'node:assert/strict';
import { RecordedChanges } from '../../../../src/insight/changes/recordChanges.ts';
import type { MessageRecord, ToolCall } from '../../../../src/agents/reading/types.ts';
import { iso, when } from '../machine.ts';

const write = (path: string, seconds: number, more: Partial<ToolCall> = {}): ToolCall => ({
  id: `call-of-${path}`,
  name: 'Write',
  args: { file_path: path, content: 'x\n' },
  result: 'File created successfully',
  status: 'success',
  timestamp: iso(seconds),
  ...more,
});

const asked = (seconds: number, content: string): MessageRecord => ({
  id: `u${seconds}`,
  timestamp: iso(seconds),
  type: 'user',
  content,
});
const worked = (seconds: number, ...toolCalls: readonly ToolCall[]): MessageRecord => ({
  id: `a${seconds}`,
  timestamp: iso(seconds),
  type: 'assistant',
  content: '',
  toolCalls,
});

const events = (recorded: RecordedChanges) =>
  recorded.changes.events.map(({ path, entry, asked: request, at }) => [
    path,
    entry,
    request,
    (at - when) / 1_000,
  ]);

describe('what sessions did to files', () => {
  it('is told with the request it was done for, shortened to one line', () => {
    const recorded = new RecordedChanges('/p');
    recorded.add(asked(1, `Write\n${'both files '.repeat(40)}`));
    recorded.add(worked(2, write('a.ts', 3), write('/q/b.ts', 4)));
    recorded.add(asked(5, 'Nothing more'));
    assert.deepEqual(events(recorded), [
      ['/p/a.ts', 2, 1, 3],
      ['/q/b.ts', 2, 1, 4],
    ]);
    const { requests } = recorded.changes;
    assert.deepEqual(Object.keys(requests), ['1'], 'requests that wrote nothing are not kept');
    assert.match(requests['1'] ?? '', /^Write both files both .{100,190}$/);
    assert.equal(requests['1']?.length, 200);
  });

  it('counts what a subagent did at the message that was the last one then', () => {
    const recorded = new RecordedChanges('/p');
    recorded.add(asked(1, 'First'));
    recorded.add(worked(2));
    recorded.add(asked(10, 'Second'));
    recorded.add(worked(11, write('own.ts', 12)));
    recorded.addSubagentMessage([
      worked(3, write('early.ts', 4), write('later.ts', 30)),
      worked(10, write('with the second.ts', 10)),
    ]);
    recorded.addSubagentMessage([worked(0, write('before all.ts', 0))]);
    assert.deepEqual(events(recorded), [
      ['/p/before all.ts', 1, 0, 0],
      ['/p/early.ts', 2, 1, 4],
      ['/p/with the second.ts', 3, 3, 10],
      ['/p/own.ts', 4, 3, 12],
      ['/p/later.ts', 4, 3, 30],
    ]);
  });

  it('takes the time of the message where a call has none that can be read', () => {
    const recorded = new RecordedChanges();
    recorded.add(asked(1, 'Go'));
    recorded.add(worked(2, write('/p/a', 0, { timestamp: 'yesterday' })));
    const { timestamp: _, ...timeless } = write('/p/b', 0);
    recorded.addSubagentMessage([worked(3, timeless, write('/p/c', 0, { timestamp: '' }))]);
    recorded.add({ ...worked(4, write('/p/d', 0, { timestamp: 'never' })), timestamp: 'unknown' });
    assert.deepEqual(events(recorded), [
      ['/p/a', 2, 1, 2],
      ['/p/d', 3, 1, 2],
      ['/p/b', 2, 1, 3],
      ['/p/c', 2, 1, 3],
    ]);
  });

  it('knows calls again by ids that are long enough to be their own', () => {
    const recorded = new RecordedChanges('/p');
    recorded.add(worked(1, write('a', 1, { id: 'c1' }), write('b', 2, { id: 'toolu_0123' })));
    assert.deepEqual(
      recorded.changes.events.map((event) => event.call),
      ['', 'toolu_0123'],
    );
  });
});

import assert from 'node:assert/strict';
import { messageKinds, usualKinds, type MessageKind } from '../../../src/protocol/messageKinds.ts';
import type { PaneToolCall, SessionPaneMessage } from '../../../src/protocol/sessionPane.ts';
import { SessionRows } from '../../../src/extension/sessions/sessionRows.ts';

const call = (name: string): PaneToolCall => ({
  id: name,
  name,
  hint: '',
  status: 'success',
  args: '',
  edits: [],
  media: [],
});

const message = (position: number, more: Partial<SessionPaneMessage>): SessionPaneMessage => ({
  position,
  role: 'assistant',
  text: '',
  ts: position,
  thoughts: [],
  tools: [],
  media: [],
  ...more,
});

const said = (position: number, more: Partial<SessionPaneMessage> = {}) =>
  message(position, { text: `said ${position}`, ...more });
const asked = (position: number) => said(position, { role: 'user' });
const tools = (position: number, names: readonly string[], more: Partial<SessionPaneMessage> = {}) =>
  message(position, { tools: names.map(call), ...more });

const session = [
  asked(0),
  tools(1, ['edit']),
  tools(2, ['run', 'run'], { thoughts: ['so'] }),
  tools(3, ['edit', 'run']),
  said(4, { tools: [call('edit')] }),
  tools(5, ['run']),
  message(6, { thoughts: ['only that'] }),
  message(7, { role: 'notice', text: 'n' }),
];

/** What stands in the rows: places, and the calls of runs. */
const shown = (rows: SessionRows): readonly string[] =>
  rows
    .window(0, 100)
    .map(({ position, at = position, role, run, text }) =>
      role === 'run'
        ? `${at}: ${String(run?.messages)} ${String(run?.calls.map(({ name, count }) => `${name} ${count}`).join())}`
        : `${at}: ${text}`,
    );

describe('rows of a session', () => {
  it('hold messages that are nothing but tool calls together, and count what was called', () => {
    const rows = new SessionRows(session, usualKinds);
    assert.deepEqual(shown(rows), ['0: said 0', '1: 3 run 3,edit 2', '4: said 4', '5: ', '6: ', '7: n']);
    assert.deepEqual(
      [0, 1, 2, 3, 4, 7].map((place) => rows.rowOf(place)),
      [0, 1, 1, 1, 2, 5],
    );
    assert.deepEqual(
      rows.run(1)?.messages.map(({ position }) => position),
      [1, 2, 3],
    );
    for (const place of [0, 2, 5, 99]) assert.equal(rows.run(place), undefined);
    assert.deepEqual(rows.placesOf([3, 0, 1]), [0, 1, 2, 3]);
    assert.deepEqual(rows.placesOf(), [0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('show no run where thoughts are read between the calls', () => {
    const rows = new SessionRows(session, messageKinds);
    assert.deepEqual(shown(rows).slice(1, 4), ['1: ', '2: ', '3: ']);
  });

  it('leave out what the filter does, also of what messages hold', () => {
    const of = (...kinds: readonly MessageKind[]) => new SessionRows(session, kinds);
    assert.deepEqual(shown(of('user', 'assistant')), ['0: said 0', '4: said 4']);
    const [, answer] = of('user', 'assistant').window(0, 9);
    assert.deepEqual(answer?.tools, []);
    assert.deepEqual(shown(of('tools')), ['1: 5 run 4,edit 3']);
    assert.deepEqual(shown(of('thoughts')), ['2: ', '6: ']);
    assert.deepEqual(shown(of()), []);
    const rows = of('user', 'notices');
    assert.equal(rows.rowOf(4), undefined);
    assert.equal(rows.rowFrom(4), 1);
    assert.equal(rows.rowFrom(8), 2);
  });

  it('grow at their end only, and are cut where a run would be too long to be sent', () => {
    const many = Array.from({ length: 120 }, (_, place) => tools(place, ['run']));
    const before = shown(new SessionRows(many.slice(0, 70), usualKinds));
    const after = shown(new SessionRows(many, usualKinds));
    assert.deepEqual(before, ['0: 50 run 50', '50: 20 run 20']);
    assert.deepEqual(after, ['0: 50 run 50', '50: 50 run 50', '100: 20 run 20']);
  });
});

import assert from 'node:assert/strict';
import { replyBlocks } from '../../src/webview/chat/replyBlocks.ts';

const blocks = (name: string, ...texts: string[]) => replyBlocks(texts, { name, args: { query: 'q' } });

describe('blocks of a reply', () => {
  it('are hits with their calls, notes, and what goes on', () => {
    const text = [
      '2 found, best first. Times are UTC.',
      '1. 2026-11-20 10:05:30 sessions Fix: it, now, assistant (claude): Done: so',
      '   → session_resume {"id":"a1"}',
      '2. 2026-11-20 10:05:30 launch, user: Go',
      '   → history_clear {"dialog":"launch"}',
      'More: the same call with "cursor":"c1"',
    ].join('\n');
    assert.deepEqual(blocks('history_search', text), [
      { kind: 'note', text: '2 found, best first. Times are UTC.' },
      {
        kind: 'hit',
        place: '2026-11-20 10:05:30 sessions Fix: it, now, assistant (claude)',
        text: 'Done: so',
        call: { name: 'session_resume', args: { id: 'a1' } },
      },
      {
        kind: 'hit',
        place: '2026-11-20 10:05:30 launch, user',
        text: 'Go\n   → history_clear {"dialog":"launch"}',
      },
      { kind: 'more', call: { name: 'history_search', args: { query: 'q', cursor: 'c1' } } },
    ]);
  });

  it('are messages whose lines are only text, whatever they look like', () => {
    const text = [
      'This chat continues the session "x".',
      '',
      '### User',
      '## Plan',
      'More: the same call with "cursor":"c1"',
      '1. 2026-11-20 10:05:30 launch, user: Go',
      '   → history_clear {"dialog":"x"}',
      '',
      '### Assistant',
      'Yes',
    ].join('\n');
    assert.deepEqual(blocks('session_resume', text), [
      { kind: 'note', text: 'This chat continues the session "x".' },
      {
        kind: 'message',
        role: 'user',
        text: '## Plan\nMore: the same call with "cursor":"c1"\n1. 2026-11-20 10:05:30 launch, user: Go\n   → history_clear {"dialog":"x"}',
      },
      { kind: 'message', role: 'assistant', text: 'Yes' },
    ]);
    assert.deepEqual(blocks('history_get_dialog_detail', 'U:one\\ntwo\nA:three'), [
      { kind: 'message', role: 'user', text: 'one\ntwo' },
      { kind: 'message', role: 'assistant', text: 'three' },
    ]);
  });

  it('are all values of JSON, and the text itself where its form is unknown', () => {
    const json = { success: true, sessions: [{ number: 1, id: 'a', title: 't' }], total: 3, cursor: 'c' };
    assert.deepEqual(blocks('session_list', JSON.stringify(json)), [
      { kind: 'session', id: 'a', title: 't', facts: ['1.'] },
      { kind: 'note', text: 'total: 3' },
      { kind: 'more', call: { name: 'session_list', args: { query: 'q', cursor: 'c' } } },
    ]);
    assert.deepEqual(blocks('x', '{"success":false,"error":"No."}', '{"a":1}', 'text', '{torn'), [
      { kind: 'note', text: 'No.' },
      { kind: 'note', text: '{"a":1}' },
      { kind: 'note', text: 'text' },
      { kind: 'note', text: '{torn' },
    ]);
  });
});

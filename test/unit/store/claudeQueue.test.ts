import assert from 'node:assert/strict';
import type { JsonValue } from '../../../src/disk/base/core.ts';
import { claude, said, type ClaudeTranscript } from './claudeLines.ts';

type More = Readonly<Record<string, JsonValue>>;

const operation = (name: string, more: More = {}) => ({
  type: 'queue-operation',
  operation: name,
  timestamp: '2026-01-15T09:31:00.000Z',
  ...more,
});
const typed = (content: string) => operation('enqueue', { content });
const attached = (prompt: JsonValue, more: More = {}) => ({
  attachment: { type: 'queued_command', prompt, commandMode: 'prompt', ...more },
});
const report =
  '<task-notification>\n<task-id>b1</task-id>\n</task-notification>\nFull transcript available at: /x';

/** A transcript in which the agent is at work. */
const working = (): ClaudeTranscript => claude().user('Start').use('m1', 't1', 'Bash', { command: 'make' });
const done = (transcript: ClaudeTranscript): ClaudeTranscript =>
  transcript.result('t1', 'made').answer('m2', 'Done.');

const messages = async (transcript: ClaudeTranscript): Promise<string[]> =>
  said(await transcript.read()).filter((line) => line !== 'user: Start' && line !== 'assistant: ');

describe('prompts typed while Claude Code worked', () => {
  it('are said where no other line holds them, whether or not they left the queue', async () => {
    for (const more of [[], [operation('remove')]]) {
      const transcript = working().aside(typed('also the logs'));
      for (const line of more) transcript.aside(line);
      const session = await done(transcript).read();
      assert.deepEqual(said(session), [
        'user: Start',
        'assistant: ',
        'user: also the logs',
        'assistant: Done.',
      ]);
      assert.equal(session.messages[2]?.timestamp, '2026-01-15T09:31:00.000Z');
      assert.deepEqual(session.omitted, { unreadable: 0, rewound: 0 });
    }
  });

  it('are said once where an attachment holds them', async () => {
    const transcript = working()
      .aside(typed('also the logs'))
      .aside(typed('and this'))
      .line('attachment', attached('also  the logs'))
      .aside(operation('remove'))
      .aside(operation('remove', { content: 'and this', reason: 'absorbed_mid_turn' }))
      .line('attachment', attached([{ type: 'text', text: 'and this' }]))
      .line('attachment', attached('a job', { commandMode: 'task-notification' }))
      .line('attachment', attached('from a peer', { origin: { kind: 'peer' } }))
      .line('attachment', { attachment: { type: 'todo_reminder', content: [] } });
    assert.deepEqual(await messages(done(transcript)), [
      'user: also  the logs',
      'user: and this',
      'assistant: Done.',
    ]);
  });

  it('are said once where they became the next prompt, as it is', async () => {
    const transcript = done(
      working().aside(typed('next')).aside(typed('[Pasted text #1] fix')).aside(typed('!ls')),
    );
    for (let n = 0; n < 3; n++) transcript.aside(operation('dequeue'));
    transcript
      .user('next')
      .user('Line 1\nLine 2 fix')
      .user('<bash-input>ls</bash-input>')
      .answer('m3', 'Ok.');
    assert.deepEqual(await messages(transcript), [
      'assistant: Done.',
      'user: next',
      'user: Line 1\nLine 2 fix',
      'assistant: Ok.',
    ]);
  });

  it('may become one prompt together, or a command', async () => {
    const transcript = done(working().aside(typed('one')).aside(typed('two')).aside(typed('/compact now')));
    transcript.aside(operation('dequeue')).aside(operation('dequeue')).user('one\ntwo');
    transcript
      .aside(operation('dequeue'))
      .user('<command-name>/compact</command-name>\n<command-args>now</command-args>');
    assert.deepEqual(await messages(transcript), [
      'assistant: Done.',
      'user: one\ntwo',
      'user: /compact now',
    ]);
  });

  it('are said again when the person says the same later', async () => {
    const transcript = done(working().aside(typed('continue')).aside(operation('remove'))).user('continue');
    assert.deepEqual(await messages(transcript), ['user: continue', 'assistant: Done.', 'user: continue']);
  });

  it('are not said when the person took them back', async () => {
    const back = [
      [operation('popAll')],
      [operation('popAll', { content: 'one' }), operation('popAll', { content: 'two' })],
      [operation('popOne'), operation('popOne', { content: 'one' })],
      [
        operation('remove', { content: 'one', reason: 'cleared_on_cancel' }),
        operation('remove', { content: 'two', reason: 'cleared_on_cancel' }),
      ],
    ];
    for (const lines of back) {
      const transcript = working().aside(typed('one')).aside(typed('two'));
      for (const line of lines) transcript.aside(line);
      assert.deepEqual(await messages(done(transcript).user('one and two')), [
        'assistant: Done.',
        'user: one and two',
      ]);
    }
    const part = working().aside(typed('one')).aside(typed('two')).aside(operation('popOne'));
    assert.deepEqual(await messages(done(part)), ['user: one', 'assistant: Done.']);
  });

  it('are never what a program put there, unless a line of their own has them', async () => {
    const task = JSON.stringify({ task_id: 'b4d9efa', task_type: 'local_bash', description: 'Build' });
    const notice = '<agent-notification>\nThe agent is done.\n</agent-notification>';
    const mine = JSON.stringify({ port: 8080 });
    const transcript = working();
    const asked = '<my-button>x</my-button> is not shown';
    for (const content of [task, notice, mine, asked, 'and the tests']) transcript.aside(typed(content));
    for (let n = 0; n < 5; n++) transcript.aside(operation('remove'));
    transcript.line('attachment', attached(mine));
    assert.deepEqual(await messages(done(transcript)), [
      `user: ${asked}`,
      'user: and the tests',
      `user: ${mine}`,
      'assistant: Done.',
    ]);
  });

  it('stand among reports of tasks and prompts without text, which are nobody’s words', async () => {
    const transcript = working()
      .aside(operation('enqueue', { content: report }))
      .aside(typed('also the logs'))
      .aside(operation('remove'));
    done(transcript).aside(operation('dequeue')).user(report);
    transcript.aside(operation('enqueue')).aside(operation('dequeue')).user('By the editor');
    transcript.aside(typed('first')).aside(operation('enqueue', { content: report }));
    transcript.aside(operation('dequeue')).user(report).aside(operation('remove')).answer('m4', 'Ok.');
    assert.deepEqual(await messages(transcript), [
      'user: also the logs',
      'assistant: Done.',
      'user: By the editor',
      'user: first',
      'assistant: Ok.',
    ]);
  });

  it('go with what was rewound', async () => {
    const transcript = claude().user('Start', { uuid: 'u1' }).answer('m1', 'Ready', { uuid: 'a1' });
    transcript.user('Wrong').answer('m2', 'I go').aside(typed('faster')).aside(operation('remove'));
    transcript.answer('m3', 'Gone').user('Right', { parentUuid: 'a1' }).aside(typed('slower'));
    const session = await transcript.answer('m4', 'Well').read();
    assert.deepEqual(said(session), [
      'user: Start',
      'assistant: Ready',
      'user: Right',
      'user: slower',
      'assistant: Well',
    ]);
    assert.equal(session.omitted.rewound, 4);
  });
});

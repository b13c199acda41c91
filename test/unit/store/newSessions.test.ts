import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadAgents } from '../../../src/agents/loadTranscripts.ts';
import { listTranscripts, readTranscript } from '../../../src/agents/readTranscript.ts';
import type { MessageRecord } from '../../../src/agents/reading/types.ts';
import type { NewSession, NewTurn } from '../../../src/agents/writing/newSession.ts';
import { movedTexts } from '../../../src/history/sessions/movedPaths.ts';
import {
  newSessionOf,
  type PastConversation,
  type NewSessionOptions,
} from '../../../src/history/sessions/newSession.ts';

const id = '0b0c1e9a-7d51-4b0e-9d3e-0d6a2f3c4b5a';
const now = Date.UTC(2026, 4, 1);
const at = (minute: number): string => new Date(Date.UTC(2026, 0, 15, 9, minute)).toISOString();

const messages: readonly MessageRecord[] = [
  { id: 'm1', timestamp: at(0), type: 'user', content: 'What does the teapot cost?\n请读取 notes.txt' },
  {
    id: 'm2',
    timestamp: at(1),
    type: 'assistant',
    content: 'I will read the notes.',
    model: 'model-a',
    thoughts: [{ description: 'The price is in the notes.' }],
    toolCalls: [
      {
        id: 'call_1',
        name: 'read',
        args: { path: '/old/shop/notes.txt' },
        result: 'teapot: 42',
        status: 'success',
      },
      { id: 'call_2', name: 'run', args: { command: 'wc' }, result: 'no such program', status: 'error' },
    ],
  },
  { id: 'm3', timestamp: at(2), type: 'assistant', content: 'It costs 42 crowns.', model: 'model-a' },
  { id: 'm4', timestamp: at(3), type: 'user', content: 'And the cup?' },
  { id: 'm5', timestamp: at(4), type: 'assistant', content: 'The cup costs 7.', model: 'model-a' },
];

const conversation: PastConversation = {
  messages,
  title: 'Teapots',
  source: { title: 'the session "Teapots" (codex, 1)', path: '/old/rollout.jsonl' },
  cwd: '/old/shop',
};

const made = (project: string, more: Partial<NewSessionOptions> = {}, of: Partial<PastConversation> = {}) =>
  newSessionOf({ ...conversation, ...of }, { id, project, now, ...more });

const textOf = (content: MessageRecord['content'] = ''): string =>
  typeof content === 'string' ? content : content.map((part) => ('text' in part ? part.text : '')).join('');

/** Codex keeps neither whether a call failed, nor models by answer. */
const asInCodex = ({ calls, role, at: time, text }: NewTurn): NewTurn => ({
  ...{ role, at: time, text },
  calls: calls.map((call) => ({ ...call, failed: false })),
});

async function withHome(test: (home: string, project: string) => Promise<void>): Promise<void> {
  const base = await fs.realpath(await fs.mkdtemp(join(tmpdir(), 'sessions')));
  try {
    await fs.mkdir(join(base, 'shop'));
    await test(base, join(base, 'shop'));
  } finally {
    await fs.rm(base, { recursive: true, force: true });
  }
}

/** Writes a session for an agent and returns its path. */
async function written(agent: string, session: NewSession, home: string): Promise<string> {
  const writer = (await loadAgents()).find((one) => one.id === agent)?.writer;
  assert.ok(writer);
  const places = { home, env: {}, platform: process.platform };
  const { files } = await writer.write(session, { places, version: `${writer.tried}.0`, now });
  for (const { path, text } of files) {
    const place = writer.itself ? join(home, path) : path;
    await fs.mkdir(dirname(place), { recursive: true });
    await fs.writeFile(place, text);
  }
  const first = files[0]?.path ?? '';
  return writer.itself ? join(home, first) : first;
}

const targets = ['claude', 'codex', 'gemini', 'qwen', 'copilot-cli', 'opencode', 'cline'];

describe('a new session of an agent', () => {
  for (const agent of targets) {
    it(`gives ${agent} what was said and called`, () =>
      withHome(async (home, project) => {
        const { session } = await made(project);
        const read = await readTranscript(await written(agent, session, home));
        assert.equal(read.source, agent);
        assert.deepEqual(
          read.messages.filter(({ type }) => type === 'user').map(({ content }) => textOf(content)),
          ['What does the teapot cost?\n请读取 notes.txt', 'And the cup?'],
        );
        const again = await newSessionOf({ ...conversation, messages: read.messages }, { id, project, now });
        const kept = agent === 'codex' ? session.turns.map(asInCodex) : session.turns;
        assert.deepEqual(again.session.turns, kept);
      }));

    it(`is listed under its title in the project of ${agent}`, () =>
      withHome(async (home, project) => {
        const { session } = await made(project);
        const path = await written(agent, session, home);
        const places = { home, env: {}, platform: process.platform };
        const listed = await listTranscripts(places, project);
        const found = listed.filter((one) => one.path === path).map(({ title, cwd }) => [title, cwd]);
        assert.deepEqual(found, agent === 'opencode' ? [] : [['Teapots', project]]);
        assert.equal((await readTranscript(path)).title, 'Teapots');
      }));
  }

  it('ends with the message that is named', async () => {
    const { session } = await made('/new', { until: 'm3' });
    assert.deepEqual(
      session.turns.map(({ text }) => text),
      messages.slice(0, 3).map(({ content }) => textOf(content)),
    );
    await assert.rejects(made('/new', { until: 'none' }), /has no message "none"/);
  });

  it('has the paths of this project in calls, and texts as they were', async () => {
    const said: MessageRecord = {
      id: 'm5',
      timestamp: at(4),
      type: 'assistant',
      content: 'See /old/shop/a.ts',
    };
    const { session } = await made('/new', {}, { messages: [...messages.slice(0, 4), said] });
    assert.deepEqual(session.turns[1]?.calls[0]?.args, { path: '/new/notes.txt' });
    assert.equal(session.turns.at(-1)?.text, 'See /old/shop/a.ts');
  });

  it('counts what it cannot hold, and tells the model where it comes from', async () => {
    const picture = { inlineData: { mimeType: 'image/png', data: 'AAAA' } };
    const shown: MessageRecord = {
      id: 'm6',
      timestamp: at(5),
      type: 'user',
      content: [{ text: 'Look' }, picture],
    };
    const { session, left } = await made('/new', {}, { messages: [...messages, shown] });
    assert.deepEqual(left, { olderTurns: 0, shortened: 0, thoughts: 1, pictures: 1 });
    assert.match(
      session.note,
      /^<session_context>\nThis session continues the session "Teapots" \(codex, 1\)/,
    );
    assert.match(
      session.note,
      /The whole is in \/old\/rollout\.jsonl\.[^]*Left out: 1 thoughts, 1 pictures\./,
    );
  });

  it('holds the newest turns that fit, after a brief of those before', async () => {
    const many = Array.from({ length: 400 }, (_, n): MessageRecord => ({
      ...{
        id: `n${n}`,
        timestamp: at(n % 60),
        type: n % 2 === 0 ? 'user' : 'assistant',
        content: `Turn ${n} of many words`,
      },
      ...(n % 2 === 1 && {
        toolCalls: [{ id: `c${n}`, name: 'run', args: {}, result: 'done', status: 'success' }],
      }),
    }));
    const brief = () => Promise.resolve('In short: teapots.');
    const { session, left } = await made('/new', { maxTokens: 2_000, brief }, { messages: many });
    assert.equal(session.turns.at(-1)?.text, 'Turn 399 of many words');
    assert.equal(left.olderTurns + session.turns.length, 400);
    assert.ok(left.olderTurns > 0);
    assert.match(session.note, /In short: teapots\.\n<\/session_context>$/);
  });

  it('is not made of a session whose agent is at work, nor of one in which nothing was said', async () => {
    const calls = [{ id: 'c', name: 'run', args: {}, status: 'pending' }] as const;
    const open: MessageRecord = {
      id: 'm6',
      timestamp: at(5),
      type: 'assistant',
      content: '',
      toolCalls: calls,
    };
    const running = { messages: [...messages, open], changedAt: now - 1_000 };
    await assert.rejects(made('/new', {}, running), { code: 'busy' });
    assert.equal(
      (await made('/new', {}, { ...running, changedAt: now - 3_600_000 })).session.turns.length,
      6,
    );
    await assert.rejects(made('/new', {}, { messages: [] }), { code: 'invalid_argument' });
  });
});

describe('paths of a moved project', () => {
  it('are rewritten where they are below its folder', () => {
    const move = (text: string, from = '/old/shop', to = '/new') => movedTexts(text, from, to);
    assert.equal(move('cat /old/shop/a.ts /old/shop'), 'cat /new/a.ts /new');
    assert.equal(
      move('/old/shopping/a /older/shop /x/old/shop/b'),
      '/old/shopping/a /older/shop /x/old/shop/b',
    );
    assert.equal(
      move('type C:\\Code\\Shop\\src\\a.ts now', 'C:\\Code\\Shop', '/new'),
      'type /new/src/a.ts now',
    );
    assert.equal(move('cat /old/shop/src/a.ts', '/old/shop', 'C:\\shop'), 'cat C:\\shop\\src\\a.ts');
    assert.deepEqual(movedTexts({ a: ['/old/shop/b', 3] }, '/old/shop', '/new'), { a: ['/new/b', 3] });
  });
});

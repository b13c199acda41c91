import assert from 'node:assert/strict';
import { join } from 'node:path';
import fs from 'node:fs/promises';
import { transcripts } from '../../../src/agents/readTranscript.ts';
import { UnknownKinds } from '../../../src/agents/reading/kinds.ts';
import { claude, cline, clineSession, codex, copilot, gemini, iso } from './machine.ts';
import { jsonLines } from './reading.ts';
import { withStore } from './withStore.ts';

const cwd = '/code/shop';
const hologram = { type: 'hologram', timestamp: iso(9) };
const at = { timestamp: iso(9) };

/** A transcript of each agent with something that none of its programs wrote yet, and how that is counted. */
const newer: readonly (readonly [string, string, Readonly<Record<string, number>>])[] = [
  [
    'claude',
    jsonLines([
      claude(cwd, 'Fix it', { version: '2.9.1' }),
      ...[hologram, { ...hologram, uuid: 'h' }, { type: 'atis-latch' }, { type: 'file-history-snapshot' }],
      claude(cwd, '', {
        uuid: 'u2',
        message: { role: 'user', content: [{ type: 'scent' }] },
        version: '2.9.1',
      }),
    ]),
    { hologram: 2, 'block scent': 1 },
  ],
  [
    'codex',
    jsonLines([
      ...codex(cwd, 'Fix it'),
      { ...at, type: 'event_msg', payload: { type: 'hologram' } },
      { ...at, type: 'event_msg', payload: { type: 'exec_command_begin' } },
      { ...at, type: 'event_msg', payload: { type: 'item_completed', item: { type: 'Hologram' } } },
      { ...at, type: 'response_item', payload: { type: 'web_search_call' } },
      { ...at, type: 'scent', payload: {} },
      ...[{ ...at, type: 'aura', role: 'assistant' }, { record_type: 'state' }, { ...at, type: 'reasoning' }],
    ]),
    { aura: 1, hologram: 1, Hologram: 1, scent: 1 },
  ],
  [
    'gemini',
    jsonLines([...gemini('Fix it'), { id: 'm2', type: 'hologram', content: [{ scent: {} }] }, { scent: 1 }]),
    { scent: 1, hologram: 1, 'part scent': 1 },
  ],
  [
    'vscode',
    JSON.stringify({
      version: 3,
      sessionId: 'v1',
      requests: [{ message: { text: 'Fix it' }, response: [{ kind: 'hologram' }, { kind: 'undoStop' }] }],
    }),
    { hologram: 1 },
  ],
  [
    'copilot-cli',
    jsonLines([
      ...copilot('Fix it', { context: { cwd } }),
      ...['session.hologram', 'assistant.turn_end', 'hook.start'].map((type) => ({ type, data: {} })),
    ]),
    { 'session.hologram': 1 },
  ],
  [
    'cline',
    JSON.stringify([
      ...(JSON.parse(cline('Fix it')) as object[]),
      { role: 'assistant', content: [{ type: 'hologram' }] },
    ]),
    { 'block hologram': 1 },
  ],
  [
    'cline 4',
    clineSession('Fix it', [
      { role: 'assistant', content: [{ type: 'hologram' }, { type: 'text', text: 'ok' }] },
    ]),
    { 'block hologram': 1 },
  ],
];

describe('kinds that readers do not know', () => {
  for (const [agent, text, unknown] of newer)
    it(`are counted for ${agent}, told by its archive and by the store`, () =>
      withStore(async ({ store, root }) => {
        const path = join(root, 's.jsonl');
        await fs.writeFile(path, text);
        const outcome = await store.archives.archive(transcripts.archivable(path));
        assert.ok(outcome.state === 'archived');
        assert.deepEqual(outcome.archive.unknown, unknown);
        const { archives } = await store.archives.list();
        assert.deepEqual(archives[0]?.unknown, unknown);
        const [version] = await store.archives.unknownKinds();
        const lines = Object.values(unknown).reduce((sum, count) => sum + count, 0);
        assert.deepEqual(
          [version?.agent, version?.lines, version?.kinds],
          [agent.split(' ')[0], lines, unknown],
        );
        if (agent === 'claude') assert.equal(version?.version, '2.9.1');
      }));

  it('are summed up over the last parts of all sessions, by version', () =>
    withStore(async ({ store, root }) => {
      const write = async (name: string, version: string, holograms: number) => {
        const path = join(root, `${name}.jsonl`);
        const lines = [
          claude(cwd, name, { version, sessionId: name, uuid: name }),
          ...Array.from({ length: holograms }, () => hologram),
        ];
        await fs.writeFile(path, jsonLines(lines));
        await store.archives.archive(transcripts.archivable(path));
        return { path, lines };
      };
      await write('one', '2.9.1', 3);
      await write('two', '2.9.2', 1);
      await write('three', '2.9.2', 0);
      const { path, lines } = await write('four', '2.9.1', 1);
      const more = claude(cwd, 'more', {
        version: '2.9.1',
        sessionId: 'four',
        uuid: 'more',
        parentUuid: 'four',
      });
      await fs.writeFile(path, jsonLines([...lines, hologram, more]));
      await store.archives.archive(transcripts.archivable(path));
      assert.deepEqual(await store.archives.unknownKinds(), [
        { agent: 'claude', version: '2.9.1', sessions: 2, session: 'four', lines: 5, kinds: { hologram: 5 } },
        { agent: 'claude', version: '2.9.2', sessions: 1, session: 'two', lines: 1, kinds: { hologram: 1 } },
      ]);
    }));

  it('are bounded in number and length', () => {
    const kinds = new UnknownKinds();
    for (let n = 0; n < 1_000; n++) kinds.add(`${n} ${'x'.repeat(1_000)}`);
    kinds.add(undefined);
    const { unknown = {} } = kinds.found;
    assert.equal(Object.keys(unknown).length, 21);
    assert.ok(Object.keys(unknown).every((kind) => kind.length <= 60));
    assert.equal(unknown.others, 981);
    assert.deepEqual(new UnknownKinds().found, {});
  });
});

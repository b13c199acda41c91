import assert from 'node:assert/strict';
import { entriesAround, entryName, type ReferredEntry } from '../../../src/store/references.ts';
import { summaryEntryId } from '../../../src/find/search/summaryEntryId.ts';
import {
  formatItemReference,
  formatReference,
  parseItemReference,
  parseReference,
} from '../../../src/find/search/reference.ts';
import { claudeFolderName } from '../../../src/agents/claude/transcripts.ts';
import type { Store } from '../../../src/store/types.ts';
import { seeded } from '../../seeded.ts';
import { claude, iso } from './machine.ts';
import { withSessions, type SessionsFixture } from './withSessions.ts';
import { assistant, user } from './withStore.ts';

/** What is around what a reference names: the texts, with the name of the reference in an error. */
const around = async (
  { workspace }: SessionsFixture,
  store: Store,
  text: string,
  limit = 3,
): Promise<readonly ReferredEntry[]> => {
  const reference = parseReference(text);
  assert.ok(reference, text);
  return entriesAround({ store, workspace }, reference, limit);
};

const missing = (text: string) => ({
  code: 'not_found',
  message: `${text} names nothing that is there now. Search again for it.`,
});

const texts = (entries: readonly ReferredEntry[]) => entries.map(({ text }) => text);

describe('references', () => {
  it('name what they were made of, whatever the name', () => {
    const names = ['plain', '中文 名', 'a/b', '100%', '@summary', '..', 'é?#&', '\uD83D\uDE00'];
    const kinds = ['dialogs', 'contexts', 'archives', 'sessions', 'memories', 'shared'] as const;
    for (const source of kinds)
      for (const name of names)
        for (const entry of names) {
          assert.deepEqual(parseReference(formatReference({ source, name, entry })), { source, name, entry });
          assert.deepEqual(parseItemReference(formatItemReference({ source, name })), { source, name });
        }
    assert.equal(
      formatReference({ source: 'dialogs', name: 'a\uD83D', entry: 'x' }),
      'history://dialogs/a%EF%BF%BD/x',
    );
  });

  it('are nothing else', () => {
    for (const text of [
      ...[
        '',
        'history://',
        'history://dialogs',
        'history://dialogs/',
        'history://dialogs//x',
        'http://dialogs/a/b',
      ],
      ...[
        'history://nothing/a/b',
        'history://Dialogs/a/b',
        'history://dialogs/a/b/c',
        'history://dialogs/%zz/b',
      ],
      ...[' history://dialogs/a/b', 'history://dialogs/a/%E4%B8'],
    ])
      assert.equal(parseReference(text), undefined, text);
    assert.equal(parseReference('history://dialogs/a'), undefined, 'a place is no reference');
  });

  it('are shown with their neighbours, as many as there are room for', () =>
    withSessions(async (fixture) => {
      const store = fixture.open();
      const said = Array.from({ length: 12 }, (_, n) => user(`m${n}`, { id: `id${n}`, ts: 1_000 + n }));
      await store.dialogs.save('d', said);
      const random = seeded(5);
      for (let n = 0; n < 40; n++) {
        const [at, limit] = [Math.floor(random() * 12), 1 + Math.floor(random() * 14)];
        const by = random() < 0.5 ? `id${at}` : String(1_000 + at);
        const found = await around(fixture, store, `history://dialogs/d/${by}`, limit);
        assert.ok(found.length <= limit && found.some(({ id }) => id === `id${at}`), `${at} of ${limit}`);
        const from = Number(found[0]?.text.slice(1));
        assert.deepEqual(
          texts(found),
          texts(found).map((_, k) => `m${from + k}`),
          'one after the other',
        );
        if (at >= limit / 2 && at + limit / 2 < 12) assert.equal(found.length, limit);
      }
    }));

  it('name messages, the summary of a dialog, and single entries of it', () =>
    withSessions(async (fixture) => {
      const store = fixture.open();
      await store.dialogs.save('计划', [user('Ask', { id: 'a' }), assistant('Answer', { id: 'b' })]);
      await store.dialogs.setSummary(
        '计划',
        { decisions: ['Use OAuth', '用中文'], todo: [{ text: 'Test', status: 'open' }] },
        'replace',
      );
      const place = formatItemReference({ source: 'dialogs', name: '计划' });
      assert.deepEqual(texts(await around(fixture, store, `${place}/b`)), ['Ask', 'Answer']);
      const [summary] = await around(fixture, store, `${place}/@summary`);
      assert.equal(summary?.role, 'summary');
      assert.match(summary.text, /"Use OAuth"/);
      for (const [section, text] of [
        ['decisions', 'Use OAuth'],
        ['decisions', '用中文'],
        ['todo', 'Test'],
      ] as const) {
        const mark = summaryEntryId(section, text);
        const [entry, ...more] = await around(fixture, store, `${place}/${encodeURIComponent(mark)}`);
        assert.deepEqual(
          [entry?.text, entry?.role, entry && entryName(entry), more],
          [text, 'summary', mark, []],
        );
      }
      for (const [section, text] of [
        ['todo', 'Use OAuth'],
        ['decisions', 'gone'],
      ] as const) {
        const gone = `${place}/${encodeURIComponent(summaryEntryId(section, text))}`;
        await assert.rejects(around(fixture, store, gone), missing(gone));
      }
    }));

  it('of a summary that is one text name that text, and nothing where there is none', () =>
    withSessions(async (fixture) => {
      const store = fixture.open();
      await store.dialogs.save('d', [user('x')]);
      await assert.rejects(
        around(fixture, store, 'history://dialogs/d/@summary'),
        missing('history://dialogs/d/%40summary'),
      );
      await store.dialogs.setSummary('d', 'Only a text', 'replace');
      assert.deepEqual(texts(await around(fixture, store, 'history://dialogs/d/@summary')), ['Only a text']);
      const mark = encodeURIComponent(summaryEntryId('', 'Only a text'));
      assert.deepEqual(texts(await around(fixture, store, `history://dialogs/d/${mark}`)), ['Only a text']);
    }));

  it('name messages of a session by number, by id, and what people wrote on it', () =>
    withSessions(async (fixture) => {
      const { folder, write, open } = fixture;
      const lines = ['one', 'two', 'three'].map((text, n) =>
        claude(folder, text, { uuid: `u${n}`, parentUuid: n === 0 ? null : `u${n - 1}`, timestamp: iso(n) }),
      );
      await write(`.claude/projects/${claudeFolderName(folder)}/s1.jsonl`, lines);
      const store = open();
      const session = { source: 'claude', sessionId: 's1' } as const;
      assert.deepEqual(texts(await around(fixture, store, 'history://sessions/s1/2')), [
        'one',
        'two',
        'three',
      ]);
      assert.deepEqual(texts(await around(fixture, store, 'history://sessions/s1/u0', 1)), ['one']);
      await assert.rejects(
        around(fixture, store, 'history://sessions/s1/4'),
        missing('history://sessions/s1/4'),
      );
      const note = 'history://sessions/s1/%40note';
      await assert.rejects(around(fixture, store, note), missing(note));
      await store.sessions.setLabels([{ session, title: 'Counting', note: 'up to three' }]);
      assert.deepEqual(texts(await around(fixture, store, note)), ['Counting\nup to three']);
      const summary = 'history://sessions/s1/%40summary';
      await assert.rejects(around(fixture, store, summary), missing(summary));
      await store.sessions.setSummary(session, { decisions: ['Count up'] });
      assert.match(texts(await around(fixture, store, summary)).join(), /Count up/);
    }));

  it('name memories by the whole hash, or by enough of it and their type', () =>
    withSessions(async (fixture) => {
      const store = fixture.open();
      const { memory } = await store.memories.store({ content: 'Use OAuth', type: 'decision' });
      for (const entry of [memory.hash, memory.hash.slice(0, 12), memory.hash.slice(0, 8)])
        assert.deepEqual(texts(await around(fixture, store, `history://memories/decision/${entry}`)), [
          'Use OAuth',
        ]);
      for (const gone of [memory.hash.slice(0, 7), 'f'.repeat(64)]) {
        const text = `history://memories/decision/${gone}`;
        await assert.rejects(around(fixture, store, text), missing(text));
      }
      await assert.rejects(around(fixture, store, `history://memories/note/${memory.hash}`), {
        code: 'not_found',
      });
    }));

  it('name turns of contexts, and what is shared', () =>
    withSessions(async (fixture) => {
      const store = fixture.open();
      await store.dialogs.save('d', [user('in a context', { ts: 7 }), assistant('done', { ts: 8 })]);
      await store.contexts.startNew('d', {});
      const [context] = await store.contexts.listAll();
      const found = await around(fixture, store, `history://contexts/${context?.contextId}/7`);
      assert.deepEqual(texts(found), ['in a context', 'done']);
      const { item } = await store.shared.share({ kind: 'decision', text: 'Use OAuth\n\nAlways.' });
      for (const text of [`history://shared/${item.id}/${item.id}`, `history://shared/any/${item.id}`])
        assert.match(texts(await around(fixture, store, text)).join(), /Always\./);
      await assert.rejects(around(fixture, store, 'history://shared/x/none'), { code: 'not_found' });
    }));
});

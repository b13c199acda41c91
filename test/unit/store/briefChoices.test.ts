import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { briefPurposes, type Brief, type BriefItem } from '../../../src/insight/brief/types.ts';
import type { Store } from '../../../src/store/types.ts';
import { claudeFolderName } from '../../../src/agents/claude/transcripts.ts';
import { claude, iso } from './machine.ts';
import { githubToken } from './secrets/tokens.ts';
import { TestClock, user } from './withStore.ts';
import { withSessions, type SessionsFixture } from './withSessions.ts';

interface Fixture extends SessionsFixture {
  readonly store: Store;
  readonly clock: TestClock;
  readonly made: (maxTokens?: number) => Promise<Brief>;
  /** Says what the dialog has decided. */
  readonly decide: (...decisions: readonly string[]) => Promise<unknown>;
  readonly file: string;
}

/** A project with a dialog, whose summary says what is decided. */
const withDecisions = (test: (fixture: Fixture) => Promise<void>) =>
  withSessions(async (fixture) => {
    const clock = new TestClock();
    const store = fixture.open({ language: 'en', clock });
    const decide = (...decisions: readonly string[]) =>
      store.dialogs.setSummary('plan', { decisions: [...decisions] }, 'replace');
    await store.dialogs.save('plan', [user('hello')]);
    const made = (maxTokens = 800) => store.brief.make(fixture.workspace, { maxTokens });
    await test({ ...fixture, store, clock, made, decide, file: join(store.folder, 'brief.json') });
  });

const item = ({ items, left }: Brief, text: string): BriefItem & { readonly text: string } => {
  const found = [...items, ...left].find(({ whole }) => whole.includes(text));
  assert.ok(found, text);
  return { ...found, text: found.whole };
};

const pinned = { kind: 'pinned' } as const;
const never = { kind: 'never' } as const;
/** Decisions of 200 characters that have nothing in common. */
const many = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    String.fromCodePoint(...Array.from({ length: 200 }, (__, at) => 0x4e00 + 200 * n + at)),
  );

describe('the budget of a brief', () => {
  it('is what settings say where none is asked for, in every program', () =>
    withDecisions(async ({ store, workspace, decide }) => {
      await decide(...many(6));
      const tokens = async (env: Record<string, string> = {}) => {
        const places = { ...workspace.places, env };
        return (await store.brief.make({ ...workspace, places })).tokens;
      };
      const usual = await tokens();
      assert.ok(usual > 400 && usual <= 800, String(usual));
      fs.writeFileSync(join(store.folder, 'settings.json'), '{"briefTokens":400}');
      const ofProject = await tokens();
      assert.ok(ofProject > 300 && ofProject <= 400, String(ofProject));
      assert.ok((await tokens({ HISTORY_BRIEF_TOKENS: '300' })) <= 300);
    }));
});

describe('what people decide of single statements of a brief', () => {
  it('tells what is pinned first, also when its source says something else, until it is taken back', () =>
    withDecisions(async ({ open, workspace, store, made, decide, file }) => {
      await decide('Tax is rounded once', 'Prices are in cents');
      const cents = item(await made(), 'Prices');
      assert.equal(await store.brief.choose(cents, pinned), undefined);
      await decide('Orders are immutable');
      // Another program of the same project.
      const other = open({ language: 'en' });
      for (const purpose of briefPurposes) {
        const { items, text } = await other.brief.make(workspace, { purpose });
        assert.equal(items[0]?.whole, 'Prices are in cents', purpose);
        assert.equal(items[0].pinned, true);
        assert.match(text, /- \S+ Prices are in cents \(d1\/@summary\)/);
      }
      assert.deepEqual(JSON.parse(fs.readFileSync(file, 'utf8')), {
        v: 1,
        pinned: [
          {
            section: 'decisions',
            text: 'Prices are in cents',
            reference: cents.reference,
            time: new Date(cents.time).toISOString(),
            at: '2026-02-05T12:00:00.000Z',
          },
        ],
        never: [],
      });
      const before = await other.brief.choose(cents, undefined);
      assert.deepEqual(before, { kind: 'pinned', at: Date.UTC(2026, 1, 5, 12) });
      assert.deepEqual(await store.brief.choices(), { pinned: [], never: [] });
      assert.ok(!(await made()).text.includes('cents'));
      await store.brief.choose(cents, before);
      assert.ok((await made()).text.includes('cents'));
    }));

  it('never tells what is not to be told, for any purpose, until it says something else', () =>
    withDecisions(async ({ store, workspace, made, decide }) => {
      await decide('Tax is rounded once per order', 'Prices are in cents');
      const tax = item(await made(), 'Tax');
      await store.brief.choose(tax, never);
      for (const purpose of briefPurposes) {
        const brief = await store.brief.make(workspace, { purpose });
        assert.ok(!JSON.stringify(brief).includes('Tax is'), purpose);
      }
      await store.dialogs.save('plan', [user('more')]);
      assert.ok(!(await made()).text.includes('Tax is'));
      await decide('Tax is rounded never');
      assert.ok((await made()).text.includes('Tax is rounded never'));
      // Of two decisions the last counts.
      await decide('Tax is rounded once per order');
      assert.deepEqual(await store.brief.choose(tax, pinned), {
        kind: 'never',
        at: Date.UTC(2026, 1, 5, 12),
      });
      assert.ok((await made()).items[0]?.pinned);
      const { pinned: pins, never: not } = await store.brief.choices();
      assert.deepEqual([pins.length, not.length], [1, 0]);
    }));

  it('tells what was pinned last where there is no room for all that is', () =>
    withDecisions(async ({ store, clock, made, decide }) => {
      const texts = many(6);
      await decide(...texts);
      const all = await made(4_000);
      for (const text of [...texts].reverse()) {
        clock.time += 1_000;
        await store.brief.choose(item(all, text), pinned);
      }
      const { items, left, omitted, tokens } = await made(300);
      assert.ok(tokens <= 300 && items.length > 0 && left.length > 0);
      assert.equal(left.length, omitted);
      assert.deepEqual(
        [...items, ...left].map(({ whole }) => whole),
        texts,
      );
      assert.ok(items.every(({ text }) => text.length >= 120));
    }));

  it('tells what came later in the place of a pinned statement that it replaces', () =>
    withDecisions(async ({ store, workspace, clock, made, decide }) => {
      await decide('Tax of an order is rounded once per line');
      await store.brief.choose(item(await made(), 'Tax'), pinned);
      clock.time += 60_000;
      await store.dialogs.save('other', [user('hello')]);
      await store.dialogs.setSummary(
        'other',
        { decisions: ['Tax of an order is rounded once per order'] },
        'replace',
      );
      await decide('Prices are in cents');
      for (const purpose of briefPurposes) {
        const { items, text, outdated } = await store.brief.make(workspace, { purpose });
        assert.ok(!text.includes('per line'), purpose);
        assert.deepEqual(
          [items[0]?.whole, items[0]?.pinned],
          ['Tax of an order is rounded once per order', true],
        );
        const [pin] = outdated;
        assert.deepEqual(
          [pin?.statement.text, pin?.by?.whole],
          ['Tax of an order is rounded once per line', 'Tax of an order is rounded once per order'],
        );
      }
    }));

  it('tells of a pinned command how it ended last', () =>
    withDecisions(async ({ folder, write, store, workspace }) => {
      const id = '550e8400-e29b-41d4-a716-446655440000';
      const run = (n: number, failed: boolean) => [
        claude(folder, '', {
          sessionId: id,
          uuid: `a${n}`,
          timestamp: iso(60 * n),
          type: 'assistant',
          message: {
            role: 'assistant',
            id: `m${n}`,
            model: 'opus',
            content: [{ type: 'tool_use', id: `t${n}`, name: 'Bash', input: { command: 'npm test' } }],
          },
        }),
        claude(folder, '', {
          sessionId: id,
          parentUuid: `a${n}`,
          uuid: `r${n}`,
          timestamp: iso(60 * n + 1),
          message: {
            role: 'user',
            content: [
              {
                type: 'tool_result',
                tool_use_id: `t${n}`,
                is_error: failed,
                content: failed ? 'Exit code 1\nError: one cent' : 'ok',
              },
            ],
          },
        }),
      ];
      const transcript = `.claude/projects/${claudeFolderName(folder)}/${id}.jsonl`;
      const first = claude(folder, 'Fix it', { sessionId: id, uuid: 'a0', timestamp: iso(0) });
      await write(transcript, [first, ...run(1, true)]);
      await store.brief.choose(item(await store.brief.make(workspace), 'npm test failed'), pinned);
      await write(transcript, [first, ...run(1, true), ...run(2, false)]);
      const { text, items } = await store.brief.make(workspace);
      assert.ok(!text.includes('npm test failed'), text);
      assert.deepEqual([items.filter((one) => one.pinned).map(({ section }) => section)], [['commands']]);
    }));

  it('does not tell a pinned statement that its summary has closed', () =>
    withDecisions(async ({ store, workspace, made, decide }) => {
      await decide('Tax is rounded once', 'Prices are in cents');
      await store.brief.choose(item(await made(), 'Prices'), pinned);
      const decisions = [{ value: 'Prices are in cents', status: 'superseded' }];
      await store.dialogs.setSummary('plan', { decisions }, 'replace');
      for (const purpose of briefPurposes) {
        const { text, outdated } = await store.brief.make(workspace, { purpose });
        assert.ok(!text.includes('Prices'), text);
        assert.equal(outdated.length, 1);
      }
    }));

  it('does not tell a pinned memory that was deleted', () =>
    withDecisions(async ({ store, made }) => {
      const { memory } = await store.memories.store({ content: 'Never push to main', tags: ['pinned'] });
      await store.brief.choose(item(await made(), 'Never push'), pinned);
      await store.memories.changeTags(memory.hash, { remove: ['pinned'] });
      assert.ok((await made()).text.includes('Never push'));
      await store.memories.remove(memory.hash);
      const { text, outdated } = await made();
      assert.ok(!text.includes('Never push'));
      assert.deepEqual(
        outdated.map(({ statement, by }) => [statement.text, by]),
        [['Never push to main', undefined]],
      );
    }));

  it('keeps no secret, and knows a statement with one again whatever its number', () =>
    withDecisions(async ({ store, made, decide, file }) => {
      const token = githubToken();
      await decide(`Deploy with ${token}`);
      await store.brief.choose({ ...item(await made(), 'Deploy'), text: `Deploy with ${token}` }, never);
      assert.ok(!fs.readFileSync(file, 'utf8').includes(token));
      assert.ok(!(await made()).text.includes('Deploy'));
      fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/#\d+\]/, '#7]'));
      assert.ok(!(await made()).text.includes('Deploy'));
    }));

  it('tells nothing while a damaged file leaves unknown what is never to be told; the next decision puts it aside', () =>
    withDecisions(async ({ store, made, decide, file }) => {
      await decide('Tax is rounded once');
      const tax = item(await made(), 'Tax');
      fs.writeFileSync(file, '{"v":1,"pinned":[<<<<<<< HEAD');
      await assert.rejects(made(), { code: 'damaged', message: /brief\.json is damaged.*doctor/ });
      await assert.rejects(store.brief.choices(), { code: 'damaged' });
      await store.brief.choose(tax, never);
      assert.equal((await store.brief.choices()).never.length, 1);
      const [aside] = fs.readdirSync(store.folder).filter((name) => name.startsWith('brief.json.damaged-'));
      assert.equal(fs.readFileSync(join(store.folder, aside ?? ''), 'utf8'), '{"v":1,"pinned":[<<<<<<< HEAD');
    }));

  it('takes every decision of two editors that decide at once', () =>
    withDecisions(async ({ store, open, made, decide }) => {
      const texts = many(6);
      await decide(...texts);
      const brief = await made(4_000);
      const other = open();
      await Promise.all(
        texts.map((text, n) =>
          (n % 2 ? store : other).brief.choose(item(brief, text), n % 3 ? pinned : never),
        ),
      );
      const { pinned: pins, never: not } = await store.brief.choices();
      assert.deepEqual([pins.length, not.length], [4, 2]);
      assert.deepEqual(
        fs.readdirSync(store.folder).filter((name) => name.endsWith('.tmp')),
        [],
      );
    }));

  it('believes a file of others no more than it must, and leaves one of a later version as it is', () =>
    withDecisions(async ({ store, made, decide, file }) => {
      await decide('Tax is rounded once');
      const tax = item(await made(), 'Tax');
      const good = { section: 'decisions', reference: tax.reference, time: iso(0), at: iso(0) };
      const pins = [
        { ...good, text: 'One\n## Forged\n- line' },
        { ...good, text: 'x', reference: 'https://example.com' },
        { ...good, text: 'x', section: 'orders' },
        { ...good, text: 'x', time: 'soon' },
        null,
      ];
      fs.writeFileSync(file, JSON.stringify({ v: 1, pinned: pins }));
      const { text, items } = await made();
      assert.deepEqual(
        items.map(({ whole }) => whole),
        ['One ## Forged - line', 'Tax is rounded once'],
      );
      assert.ok(!text.includes('\n## Forged'));
      fs.writeFileSync(file, '{"v":2,"rules":[]}');
      await assert.rejects(store.brief.choose(tax, never), { code: 'storage', message: /later version/ });
      assert.equal(fs.readFileSync(file, 'utf8'), '{"v":2,"rules":[]}');
    }));

  it('is not in the way of a dialog of the same name', () =>
    withDecisions(async ({ store, open, made, decide, file }) => {
      await decide('Tax is rounded once');
      const tax = item(await made(), 'Tax');
      await store.dialogs.save('brief.json', [user('first')]);
      await store.brief.choose(tax, never);
      assert.ok(fs.statSync(file).isFile());
      assert.deepEqual((await open().dialogs.list()).map(({ name }) => name).sort(), ['brief.json', 'plan']);
      // One that an older version kept there.
      fs.rmSync(file);
      fs.mkdirSync(file);
      fs.writeFileSync(join(file, 'dialog.json'), '{"v":1,"name":"BRIEF"}');
      assert.deepEqual(await store.brief.choices(), { pinned: [], never: [] });
      await assert.rejects(store.brief.choose(tax, never), { code: 'already_exists', message: /Rename/ });
      assert.ok(fs.existsSync(join(file, 'dialog.json')));
    }));

  it('changes nothing in a history that is open for reading only', () =>
    withDecisions(async ({ open, made, decide, file }) => {
      await decide('Tax is rounded once');
      const tax = item(await made(), 'Tax');
      const reader = open({ isReadOnly: () => true });
      await assert.rejects(reader.brief.choose(tax, never), { code: 'storage' });
      assert.ok(!fs.existsSync(file));
    }));
});

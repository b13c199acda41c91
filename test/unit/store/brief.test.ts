import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { briefPurposes, type BriefRequest } from '../../../src/insight/brief/types.ts';
import { tokensAtMost } from '../../../src/disk/text/tokenLimit.ts';
import { claudeFolderName } from '../../../src/agents/claude/transcripts.ts';
import { githubToken } from './secrets/tokens.ts';
import { claude, iso } from './machine.ts';
import { user } from './withStore.ts';
import { withSessions, type SessionsFixture } from './withSessions.ts';

const id = '550e8400-e29b-41d4-a716-446655440000';

interface Did {
  readonly asked?: string;
  readonly tool?: {
    readonly name: string;
    readonly input: object;
    readonly result: string;
    readonly failed?: true;
  };
}

/** A session of Claude Code in which these things happened, a minute after each other. */
async function wrote({ folder, write }: SessionsFixture, ...things: readonly Did[]): Promise<void> {
  let parent: string | null = null;
  const lines = things.flatMap(({ asked, tool }, n) => {
    const line = (uuid: string, more: object) => {
      const made = claude(folder, '', {
        sessionId: id,
        parentUuid: parent,
        uuid,
        timestamp: iso(60 * n),
        ...more,
      });
      parent = uuid;
      return made;
    };
    if (asked !== undefined) return [line(`u${n}`, { message: { role: 'user', content: asked } })];
    const { name = '', input = {}, result = '', failed } = tool ?? {};
    const use = { type: 'tool_use', id: `t${n}`, name, input };
    const back = { type: 'tool_result', tool_use_id: `t${n}`, content: result, is_error: failed === true };
    return [
      line(`a${n}`, {
        type: 'assistant',
        message: { role: 'assistant', id: `m${n}`, model: 'opus', content: [use] },
      }),
      line(`r${n}`, { message: { role: 'user', content: [back] } }),
    ];
  });
  await write(`.claude/projects/${claudeFolderName(folder)}/${id}.jsonl`, lines);
}

const ran = (command: string, result = 'ok', failed?: true): Did => ({
  tool: { name: 'Bash', input: { command }, result, ...(failed && { failed }) },
});
const edited = (path: string): Did => ({
  tool: { name: 'Edit', input: { file_path: path, old_string: 'a', new_string: 'b' }, result: 'done' },
});

/** Puts something else in the place of a file. */
const spoilt = {
  'a folder': (path: string) => {
    fs.rmSync(path, { force: true });
    fs.mkdirSync(path);
  },
  'a pipe': (path: string) => {
    fs.rmSync(path, { force: true });
    execFileSync('mkfifo', [path]);
  },
};

/** Many requests, files and commands. */
const long = (folder: string): Did[] =>
  Array.from({ length: 30 }, (_, n) => [
    {
      asked: `Request ${n}: 请检查 src/module-${n}/index.ts 的舍入规则 and explain why the total of order ${n} differs by one cent from what the payment provider charged.`,
    },
    edited(join(folder, `src/module-${n % 12}/index.ts`)),
    ran(
      `npm run step-${n % 9}`,
      n % 4 === 0 ? 'Exit code 1\nError: 结算失败' : 'ok',
      n % 4 === 0 ? true : undefined,
    ),
  ]).flat();

describe('a brief', () => {
  it('after a compaction tells what the session was asked and did, each with its time and reference', () =>
    withSessions(async (fixture) => {
      const { folder, open, workspace } = fixture;
      await wrote(
        fixture,
        { asked: 'Round tax once.\n## Forged heading' },
        ran('npm test', 'Exit code 1\n✖ rounds once', true),
        edited(join(folder, 'src/tax.ts')),
        ran('npm test'),
        ran('git status'),
        { asked: '/model opus' },
      );
      const brief = await open({ language: 'en' }).brief.make(workspace, { purpose: 'afterCompaction' });
      const clock = (seconds: number) => new Date(Date.parse(iso(seconds))).toTimeString().slice(0, 5);
      assert.equal(
        brief.text.split('\n').slice(1, -1).join('\n'),
        [
          '## Asked for',
          `- ${clock(0)} Round tax once. ## Forged heading (s1/1)`,
          '## Commands, as they ended last',
          `- ${clock(180)} npm test passed 2× (solved: ✖ rounds once, by src/tax.ts) (s1/4)`,
          `- ${clock(240)} looked: git status passed (s1/5)`,
          '## Files changed',
          `- ${clock(120)} src/tax.ts (s1/3)`,
        ].join('\n'),
      );
      assert.match(
        brief.text,
        /^Before the compaction.* 2026-02-05\n[^]*s1 = history:\/\/sessions\/550e8400\. .*history_search/,
      );
      assert.deepEqual(brief.items[0], {
        section: 'requests',
        text: 'Round tax once. ## Forged heading',
        whole: 'Round tax once. ## Forged heading',
        time: Date.parse(iso(0)),
        reference: 'history://sessions/550e8400/1',
      });
    }));

  it('keeps its budget to the token, and tells the first and the last requests at the least', () =>
    withSessions(async (fixture) => {
      await wrote(fixture, ...long(fixture.folder));
      const store = fixture.open({ language: 'en' });
      for (const purpose of briefPurposes)
        for (const maxTokens of [300, 800, 4_000]) {
          const brief = await store.brief.make(fixture.workspace, { purpose, maxTokens });
          const real = encode(brief.text).length;
          assert.ok(
            real <= brief.tokens && brief.tokens <= maxTokens,
            `${purpose} ${maxTokens}: ${real}, ${brief.tokens}`,
          );
          assert.match(brief.text, /Request 29: /);
          if (purpose === 'afterCompaction') assert.match(brief.text, /Request 0: /);
          if (purpose === 'afterCompaction' && maxTokens !== 800)
            assert.equal(brief.omitted > 0, maxTokens < 4_000);
        }
      const { text } = await store.brief.make(fixture.workspace, {
        purpose: 'afterCompaction',
        maxTokens: 4_000,
      });
      for (let n = 0; n < 30; n++) assert.ok(text.includes(`Request ${n}: `), String(n));
      for (let n = 0; n < 9; n++) assert.ok(text.includes(`npm run step-${n} `), String(n));
      for (let n = 0; n < 12; n++) assert.ok(text.includes(`module-${n}/index.ts`), String(n));
    }));

  it('at the start tells what is open, decided and pinned, and how the last session ended', () =>
    withSessions(async (fixture) => {
      const { folder, open, workspace } = fixture;
      fs.mkdirSync(join(folder, 'src'), { recursive: true });
      fs.writeFileSync(join(folder, 'src/tax.ts'), 'changed later');
      await wrote(
        fixture,
        { asked: 'Round tax once.' },
        edited(join(folder, 'src/tax.ts')),
        edited(join(folder, 'b.ts')),
      );
      const store = open({ language: 'en' });
      await store.dialogs.save('checkout 结算', [user('hello')]);
      await store.dialogs.setSummary(
        'checkout 结算',
        {
          decisions: ['Tax is rounded once per order'],
          todo: [
            { text: 'Tell accounting', status: 'open' },
            { text: 'Fix tests', status: 'done' },
          ],
          issues: ['Refunds differ by a cent'],
          facts: ['not told'],
        },
        'replace',
      );
      await store.memories.store({ content: 'Never push to main', tags: ['pinned'] });
      await store.memories.store({ content: 'Prices are stored in cents', type: 'decision' });
      await store.memories.store({ content: 'A note', type: 'note' });
      const { text, items } = await store.brief.make(workspace);
      for (const part of [
        'Round tax once.',
        'Tell accounting',
        'Tax is rounded once per order',
        'Refunds differ by a cent',
        'Never push to main',
        'Prices are stored in cents',
        'src/tax.ts*',
        '* 1 of 2 files changed since: tax.ts',
      ])
        assert.ok(text.includes(part), part);
      for (const part of ['Fix tests', 'not told', 'A note']) assert.ok(!text.includes(part), part);
      const summary = items.find(({ section }) => section === 'issues');
      assert.equal(summary?.reference, `history://dialogs/${encodeURIComponent('checkout 结算')}/@summary`);
    }));

  for (const [kind, spoil] of Object.entries(spoilt))
    for (const file of ['summary.json', 'dialog.json', 'messages.json'])
      it(`leaves out a dialog whose ${file} is ${kind}, tells the rest, and says so`, function () {
        if (process.platform === 'win32' && kind === 'a pipe') this.skip();
        return withSessions(async ({ open, workspace }) => {
          const store = open({ language: 'en' });
          for (const name of ['sound', 'spoilt']) {
            await store.dialogs.save(name, [user('hello')]);
            await store.dialogs.setSummary(name, { decisions: [`Decided in ${name}`] }, 'replace');
          }
          spoil(join(store.folder, 'spoilt', file));
          const { text, unread } = await open({ language: 'en' }).brief.make(workspace);
          assert.match(text, /Decided in sound/);
          assert.doesNotMatch(text, /Decided in spoilt/);
          assert.match(text, /\nLeft out, as it cannot be read: dialog "spoilt"\.$/);
          assert.deepEqual(
            unread.map(({ of, name, reason }) => [of, name, reason.includes(file)]),
            [['dialog', 'spoilt', true]],
          );
        });
      });

  it('tells no memory and nothing shared where these cannot be read, not even what was pinned, and says so once', () =>
    withSessions(async ({ open, workspace }) => {
      const store = open({ language: 'en' });
      await store.dialogs.save('d', [user('hello')]);
      await store.dialogs.setSummary('d', { decisions: ['Round once'] }, 'replace');
      await store.memories.store({ content: 'Never push to main', tags: ['pinned'] });
      const [item] = (await store.brief.make(workspace)).items.filter(
        ({ section }) => section === 'memories',
      );
      assert.ok(item);
      await store.brief.choose({ ...item, text: item.whole }, { kind: 'pinned' });
      spoilt['a folder'](join(store.folder, '.memory', 'memories.jsonl'));
      fs.writeFileSync(join(store.folder, 'shared'), 'no folder');
      const { text, unread } = await open({ language: 'zh' }).brief.make(workspace);
      assert.match(text, /Round once/);
      assert.doesNotMatch(text, /Never push/);
      assert.match(text, /\n无法读取，因此未列出：记忆、共享内容。$/);
      assert.deepEqual(
        unread.map(({ of }) => of),
        ['memories', 'shared'],
      );
    }));

  it('says what cannot be read within its budget, also where there is nothing else to tell', () =>
    withSessions(async ({ open, workspace }) => {
      const store = open({ language: 'en' });
      const names = Array.from({ length: 5 }, (_, n) => `${n} ${'𓀀𓂀'.repeat(20)}`);
      for (const name of names) {
        await store.dialogs.save(name, [user('hello')]);
        spoilt['a folder'](join((await store.dialogs.overview(name))?.folder ?? '', 'summary.json'));
      }
      const only = await open({ language: 'en' }).brief.make(workspace, { maxTokens: 300 });
      assert.match(
        only.text,
        /^Left out, as it cannot be read: dialog "\d 𓀀.*", dialog "\d .*" and 3 more\.$/u,
      );
      await store.memories.store({ content: 'Never push to main. '.repeat(100), tags: ['pinned'] });
      const { text, tokens } = await open({ language: 'en' }).brief.make(workspace, { maxTokens: 300 });
      assert.match(text, /Never push to main/);
      assert.match(text, /and 3 more\.$/);
      assert.ok(Math.max(tokens, encode(text).length) <= 300, `${tokens}`);
    }));

  it('at the start tells what colleagues decided and pinned, each with who said it, and once', () =>
    withSessions(async ({ open, workspace }) => {
      const store = open({ language: 'en' });
      const told = async (maxTokens?: number) =>
        (await store.brief.make(workspace, maxTokens === undefined ? {} : { maxTokens })).items;
      assert.deepEqual(await told(), []);
      await store.memories.store({ content: 'Prices are stored in cents', type: 'decision' });
      const share = (kind: string, text: string, author: string, ...tags: string[]) =>
        store.shared.share({ kind, text, author, tags });
      const { item } = await share('decision', 'Round tax once, at the end.', 'Ann');
      await share('decision', 'Prices are stored in cents', 'Bo');
      await share('constraint', `Never log card numbers. ${'Reasons follow. '.repeat(40)}`, 'Bo 博');
      await share('note', 'Read the guide first', 'Ann', 'pinned');
      await share('note', 'Just a note', 'Ann');
      await share('decision', 'Ship on Friday', 'Zoë '.repeat(4_000));
      const items = await told();
      const decision = items.find(({ text }) => text.includes('Round tax'));
      assert.equal(decision?.reference, `history://shared/items/${item.id}`);
      assert.match(decision.text, /Round tax once, at the end\. \(Ann\)/);
      assert.ok(items.some(({ text }) => text.includes('Read the guide first (Ann)')));
      assert.equal(items.filter(({ text }) => text.includes('stored in cents')).length, 1);
      assert.ok(items.some(({ text }) => text.includes('Just a note (Ann)')));
      const friday = items.find(({ text }) => text.includes('Ship on Friday'));
      assert.match(friday?.text ?? '', /^Ship on Friday \(Zoë [^]{0,60}…\)$/, 'a name that is none');
      for (const tokens of [undefined, 300]) {
        const constraint = (await told(tokens)).find(({ text }) => text.includes('card numbers'));
        assert.match(constraint?.text ?? '', /… \(Bo 博\)/, 'cut, but never who said it');
      }
      await store.shared.unshare(item.id);
      assert.ok(!(await told()).some(({ text }) => text.includes('Round tax')));
      const summary =
        '## decisions\n- Round each line of a bill\n  once\n## facts\n- It is green\n## 待办\n- Write the guide';
      await share('summary', summary, 'Cy');
      await share('messages', '## user\n- a chat', 'Cy');
      assert.deepEqual(
        (await told())
          .filter(({ text }) => text.includes('Cy'))
          .map(({ section, text }) => `${section}: ${text}`),
        ['plan: Write the guide (Cy)', 'decisions: Round each line of a bill once (Cy)'],
      );
    }));

  it('of a session that is named tells all of its requests that fit, not only how it ended', () =>
    withSessions(async (fixture) => {
      const asked = ['linen', 'paper', 'silk', 'wool', 'felt'].map((of) => ({
        asked: `Fold the ${of} kite`,
      }));
      await wrote(fixture, ...asked, { asked: 'Use glue instead of tape' });
      const { brief } = fixture.open({ language: 'en' });
      const requests = async (request: BriefRequest) =>
        (await brief.make(fixture.workspace, request)).items.filter(({ section }) => section === 'requests');
      for (const purpose of briefPurposes)
        assert.equal((await requests({ purpose, session: id })).length, 6, purpose);
      assert.equal((await requests({})).length, 3);
      await wrote(fixture, ...long(fixture.folder));
      const { tokens, omitted, text } = await brief.make(fixture.workspace, { session: id, maxTokens: 300 });
      assert.ok(tokens <= 300 && omitted > 0 && text.includes('Request 0: '), text);
    }));

  it('at the start tells what was written down of the last session, and where that is', () =>
    withSessions(async (fixture) => {
      const { open, workspace } = fixture;
      await wrote(fixture, { asked: 'Round tax once.' }, { asked: 'Now the refunds.' });
      const { brief, sessions } = open({ language: 'en' });
      const session = await sessions.find(workspace, id);
      const summary = {
        decisions: ['Totals use bankers rounding'],
        todo: ['Ask legal'],
        facts: ['not told'],
      };
      await sessions.setSummary(session, summary);
      const { items, text } = await brief.make(workspace);
      for (const said of ['Totals use bankers rounding', 'Ask legal']) {
        const item = items.find((one) => one.text === said);
        assert.equal(item?.reference, `history://sessions/${id.slice(0, 8)}/2`, text);
      }
      assert.ok(!text.includes('not told'));
      const after = await brief.make(workspace, { purpose: 'afterCompaction', session: id });
      assert.ok(!after.text.includes('Ask legal'), 'the session knows what it was told');
      await sessions.setSummary(session, undefined);
      assert.ok(!(await brief.make(workspace)).text.includes('Ask legal'));
    }));

  it('tells of two decisions that say nearly the same the newer one', () =>
    withSessions(async ({ open, workspace }) => {
      const store = open({ language: 'en' });
      await store.memories.store({
        content: 'Tax of an order is rounded once per line',
        type: 'decision',
        createdAt: 1_000_000,
      });
      await store.memories.store({ content: 'Tax of an order is rounded once per order', type: 'decision' });
      const { text } = await store.brief.make(workspace);
      assert.ok(text.includes('once per order') && !text.includes('once per line'), text);
    }));

  it('is empty where there is nothing, creates nothing, and masks secrets', () =>
    withSessions(async (fixture) => {
      const { open, workspace } = fixture;
      const store = open();
      assert.deepEqual(await store.brief.make(workspace), {
        purpose: 'start',
        text: '',
        tokens: 0,
        items: [],
        omitted: 0,
        left: [],
        outdated: [],
        unread: [],
      });
      assert.ok(!fs.existsSync(store.folder));
      const token = githubToken();
      await wrote(
        fixture,
        { asked: `Deploy with ${token}` },
        ran(`curl -H "x: ${token}" x`, `Exit code 1\nError: ${token}`, true),
      );
      const brief = await store.brief.make(workspace, { purpose: 'afterCompaction' });
      assert.ok(brief.items.length === 2 && !JSON.stringify(brief).includes(token));
    }));

  it('refuses a budget that it cannot keep, and a session that is not there', () =>
    withSessions(async ({ open, workspace }) => {
      const { brief } = open();
      for (const maxTokens of [299, 4_001, 1.5, NaN])
        await assert.rejects(brief.make(workspace, { maxTokens }), /give a whole number from 300 to 4000/);
      await assert.rejects(brief.make(workspace, { session: 'gone' }), { code: 'not_found' });
    }));
});

describe('the most tokens a text has', () => {
  it('is no less than a tokenizer of today counts, and not much more', () => {
    const texts = [
      'docs/architecture.md',
      'docs/editor.zh-CN.md',
      'src/store/store.ts',
      'CHANGELOG.md',
      'docs/files.md',
    ];
    let [most, real] = [0, 0];
    for (const name of texts) {
      const text = fs.readFileSync(join(__dirname, '../../..', name), 'utf8').slice(0, 20_000);
      for (let at = 0; at < text.length; at += 2_000) {
        const piece = text.slice(at, at + 2_000);
        assert.ok(tokensAtMost(piece) >= encode(piece).length, `${name} from ${at}`);
        most += tokensAtMost(piece);
        real += encode(piece).length;
      }
    }
    assert.ok(most < 1.4 * real, `${most} for ${real}`);
    const ids = `${id} ${githubToken()} 0a12da8e b7c4`;
    assert.ok(tokensAtMost(ids) >= encode(ids).length);
  });
});

import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { compose } from '../../../src/insight/brief/compose.ts';
import type { Statement } from '../../../src/insight/brief/statements.ts';
import { briefPurposes } from '../../../src/insight/brief/types.ts';
import { parseReference } from '../../../src/find/search/reference.ts';
import { claudeFolderName } from '../../../src/agents/claude/transcripts.ts';
import { claude, iso } from './machine.ts';
import { user } from './withStore.ts';
import { withSessions, type SessionsFixture } from './withSessions.ts';

const id = '550e8400-e29b-41d4-a716-446655440000';

/** What the person said, or what an agent did and what came back. */
type Did =
  | string
  | { readonly name: string; readonly input: object; readonly result: string; readonly failed?: boolean };

const ran = (command: string, result = 'ok', failed = false): Did => ({
  name: 'Bash',
  input: { command },
  result,
  failed,
});
const edited = (path: string): Did => ({
  name: 'Edit',
  input: { file_path: path, old_string: 'a', new_string: 'b' },
  result: 'done',
});

async function wrote({ folder, write }: SessionsFixture, ...things: readonly Did[]): Promise<void> {
  let parentUuid: string | null = null;
  const lines = things.flatMap((did, n) => {
    const line = (uuid: string, more: object) => {
      const made = claude(folder, '', { sessionId: id, parentUuid, uuid, timestamp: iso(60 * n), ...more });
      parentUuid = uuid;
      return made;
    };
    if (typeof did === 'string') return [line(`u${n}`, { message: { role: 'user', content: did } })];
    const use = { type: 'tool_use', id: `t${n}`, name: did.name, input: did.input };
    const back = {
      type: 'tool_result',
      tool_use_id: `t${n}`,
      content: did.result,
      is_error: did.failed === true,
    };
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

const after = async ({ open, workspace }: SessionsFixture, language: 'en' | 'zh' = 'en', maxTokens = 800) =>
  (await open({ language }).brief.make(workspace, { purpose: 'afterCompaction', maxTokens })).text;

const filler = 'and then look through all of the modules one by one, '.repeat(14);

describe('what a brief says after a compaction', () => {
  it('are rules and decisions in the words of the person, also at the end of a long request, and none that was replaced', () =>
    withSessions(async (fixture) => {
      await wrote(
        fixture,
        `Speed up the import, ${filler}. Never push to main without asking me. Use npm instead of yarn.`,
        `Now the tests, ${filler}. Use pnpm instead of npm from now on. 必须先写测试。`,
        'It never works on Windows, why?',
      );
      const text = await after(fixture);
      assert.match(text, /## Decided\n- .*Use pnpm instead of npm from now on\. \(s1\/2\)\n## Constraints/);
      assert.match(text, /Never push to main without asking me\. \(s1\/1\)/);
      assert.match(text, /必须先写测试。 \(s1\/2\)/);
      assert.ok(!text.includes('instead of yarn'), text);
      assert.equal(text.split('never works').length, 2, 'a complaint is no rule');
    }));

  it('are the values, corrections and open questions of many requests, each of which is cut', () =>
    withSessions(async (fixture) => {
      const about = (n: number) =>
        `Explain how part ${n} of the program treats what people enter into its form, and why so. `;
      await wrote(
        fixture,
        'We build a program that prints tide tables for sailors.',
        `${about(1)}Before you answer look around for a while, as there is no hurry. No, not in the header, it belongs below the table.`,
        'You took the old one from the example again, as you did before: the default port is 8471, not 8080.',
        'Open question: do we support stations without a datum?',
        ...Array.from({ length: 16 }, (_, n) => about(n + 2)),
        'Go on.',
      );
      const text = await after(fixture);
      for (const part of ['8471, not 8080', 'stations without a datum', 'We build a program'])
        assert.ok(text.includes(part), `${part}\n${text}`);
      const roomy = await after(fixture, 'en', 1_600);
      assert.match(roomy, /not in the header, it belongs below the table/);
      assert.equal(roomy.split('stations without a datum').length, 2, 'it is told once');
      const store = fixture.open({ language: 'en' });
      const request = { purpose: 'afterCompaction', maxTokens: 1_600 } as const;
      const { items } = await store.brief.make(fixture.workspace, request);
      const long = items.find(({ whole }) => whole.startsWith('Explain how part 1 '));
      assert.ok(long);
      await store.brief.choose({ ...long, text: long.whole }, { kind: 'never' });
      const { text: rest } = await store.brief.make(fixture.workspace, request);
      assert.ok(!rest.includes('below the table'), 'nor a part of what is never to be told');
    }));

  it('is what a person answered, the errors that were solved and by what, and no step that is done', () =>
    withSessions(async (fixture) => {
      const { folder } = fixture;
      const todos = (status: string) => [
        { content: 'Round once', status, activeForm: '' },
        { content: 'Tell accounting', status: 'pending' },
      ];
      await wrote(
        fixture,
        'Fix rounding',
        { name: 'TodoWrite', input: { todos: todos('in_progress') }, result: 'ok' },
        {
          name: 'AskUserQuestion',
          input: { questions: [{ question: 'Which database?' }] },
          result: 'User has answered your questions: "Which database?"="PostgreSQL". You can now continue',
        },
        ran('npm run lint && npm test 2>&1 | tail -3', '2 failing\nError: differs by one cent'),
        edited(join(folder, 'src/tax.ts')),
        ran(`cat > docs/tax.md <<'EOF'\nnpm run evil\nEOF`),
        ran('npm run lint && npm test'),
        { name: 'TodoWrite', input: { todos: todos('completed') }, result: 'ok' },
      );
      const text = await after(fixture);
      assert.match(text, /Which database\? → PostgreSQL \(s1\/3\)/);
      assert.match(
        text,
        /npm run lint && npm test passed 2× \(solved: Error: differs by one cent, by src\/tax\.ts, docs\/tax\.md\)/,
      );
      assert.match(text, /\[ \] Tell accounting/);
      assert.ok(!text.includes('Round once') && !text.includes('evil'), text);
    }));

  it('is in Chinese where the store speaks Chinese', () =>
    withSessions(async (fixture) => {
      const { folder } = fixture;
      fs.mkdirSync(join(folder, 'src'), { recursive: true });
      fs.writeFileSync(join(folder, 'src/tax.ts'), 'changed later');
      await wrote(
        fixture,
        '请修复舍入规则',
        ran('npm test', 'Exit code 1\n✖ 差一分钱', true),
        edited(join(folder, 'src/tax.ts')),
        ran('npm test'),
        ran('npm run lint', 'Exit code 1\n错误：缩进', true),
        ran('npm run e2e', 'Command running in background with ID: b1'),
        ran('git status'),
        ran('rm src/old.ts'),
      );
      const text = await after(fixture, 'zh');
      for (const part of [
        'npm test 成功 2 次（已解决：✖ 差一分钱，改了 src/tax.ts）',
        'npm run lint 失败：错误：缩进',
        'npm run e2e 在后台运行',
        '查看：git status 成功',
        '已删除',
        '* 此后 2 个文件中有 1 个又被更改：tax.ts',
      ])
        assert.ok(text.includes(part), `${part} in ${text}`);
      const ours = text.replaceAll(
        /history_search \{"query": "…"\}|history:\/\/\S+|\(s1\/\d+\)|s1\b|npm \w+( \w+)?|git status|rm\b|src\/\S+|tax\.ts|old\.ts/g,
        '',
      );
      assert.doesNotMatch(ours, /[A-Za-z]{3,}/);
    }));

  it('has references that can all be opened, and a date on every line', () =>
    withSessions(async (fixture) => {
      const { folder, open, workspace } = fixture;
      const things = Array.from({ length: 40 }, (_, n) => [
        `Request ${n}: explain the total of order ${n}`,
        edited(join(folder, `src/m${n % 9}.ts`)),
        ran(`npm run step-${n % 5}`),
      ]).flat();
      await wrote(fixture, ...things);
      const store = open({ language: 'en' });
      await store.dialogs.save('checkout', [user('hello')]);
      await store.dialogs.setSummary(
        'checkout',
        { decisions: ['Round once'], todo: ['Tell accounting'] },
        'replace',
      );
      await store.memories.store({ content: 'Prices are in cents', type: 'decision' });
      for (const purpose of briefPurposes) {
        const { items, text } = await store.brief.make(workspace, { purpose });
        for (const line of text.split('\n').slice(1, -1))
          assert.match(line, /^## |^- (?:\d\d-\d\d )?\d\d:\d\d.*\([a-z]\d+\/[^()]+\)/, line);
        for (const { reference } of items) {
          const { source, name, entry } = parseReference(reference) ?? {};
          if (source === 'sessions') {
            const { messages } = await store.sessions.read(await store.sessions.find(workspace, name ?? ''));
            assert.ok(messages[Number(entry) - 1], reference);
          } else if (source === 'memories') {
            assert.ok(
              (await store.memories.list()).some(({ hash }) => hash.startsWith(entry ?? '-')),
              reference,
            );
          } else {
            assert.equal(`${source} ${entry}`, 'dialogs @summary');
            assert.ok(
              (
                await store.dialogs.detail(name ?? '', {
                  recentTurns: 0,
                  includeSummary: true,
                  includeMessages: false,
                })
              ).summary,
              reference,
            );
          }
        }
      }
    }));
});

describe('what is decided', () => {
  it('is told as it is now: nothing that a later decision replaced, whatever holds both', () =>
    withSessions(async ({ open, workspace }) => {
      const store = open({ language: 'en' });
      await store.dialogs.save('checkout', [user('hello')]);
      const decisions = [
        'Use MySQL for storage',
        { id: 'D2', text: 'Deploy by hand' },
        { text: 'Use Jest', status: 'superseded' },
        'Use PostgreSQL for storage',
        { id: 'D5', text: 'Deploy from CI', replaces: 'D2' },
      ];
      await store.dialogs.setSummary('checkout', { decisions }, 'replace');
      const old = await store.memories.store({
        content: 'Ship every Friday',
        type: 'decision',
        createdAt: 1_000,
      });
      await store.memories.store({
        content: 'Ship when it is ready',
        type: 'decision',
        metadata: { replaces: old.memory.hash },
      });
      await store.memories.store({ content: '缓存使用 Memcached', type: 'decision', createdAt: 1_000 });
      await store.memories.store({ content: '缓存改用 Redis', type: 'decision' });
      const { text } = await store.brief.make(workspace);
      for (const part of [
        'Use PostgreSQL for storage',
        'Deploy from CI',
        'Ship when it is ready',
        '缓存改用 Redis',
      ])
        assert.ok(text.includes(part), `${part}\n${text}`);
      for (const part of ['MySQL', 'by hand', 'Jest', 'Friday', 'Memcached'])
        assert.ok(!text.includes(part), `${part}\n${text}`);
    }));
});

describe('the budget of a brief', () => {
  const texts: Readonly<Record<string, string>> = {
    English: 'Fix the rounding of the invoice total, because customers see a difference of one cent on it. ',
    Chinese: '请检查结算规则并说明为什么订单总额与支付服务商收取的金额相差一分钱。',
    'traditional Chinese': '請檢查結算規則並說明為什麼訂單總額與支付服務商收取的金額相差一分錢。',
    code: 'const x = (a, b) => { return !a?.[b] ?? { ...c, [d]: `${e}` } }; if (i >= 0 && j !== -1) ',
    paths: 'src/insight/brief/statements.ts test/unit/store/brief.test.ts ../../web/app/[id]/page.tsx ',
    ids: '550e8400-e29b-41d4-a716-446655440000 a3f9c2e1b4d87f60 Xk29dLqPz0wYt5RnVbC7mJsH3uEoAi8GfT4 ',
    emoji: '😀🎉🚀🦄👨‍👩‍👧‍👦🏳️‍🌈✅❌⚠️ ',
    'odd Unicode': 'z̷̢̛a̸͎l̶̲g̵o̴ 𝔘𝔫𝔦𝔠𝔬𝔡𝔢 ሰላም ለዓለም 龘靐齉爩 ▓▒░│┌ \u200b\u200d ＡＢＣ１２ ',
    Korean: '사용자가 결제 버튼을 누르면 오류가 발생합니다. ',
    Russian: 'Исправь округление налога и добавь тесты для модуля оплаты. ',
  };
  it('has room for the first 40 letters of each of 22 requests, beside 22 files and 12 commands', () => {
    const things = ['rounding', 'login form', 'price import', 'search index', 'invoice mail'];
    const at = (n: number) => ({ base: 'history://sessions/550e8400', time: 1_770_278_400_000 + n * 60_000 });
    const requests = Array.from({ length: 22 }, (_, n): Statement => {
      const text = `Fix the ${things[n % 5]} of module ${n}, because customers see a difference of one cent on their invoices`;
      const rank = n === 0 || n > 18 ? 0 : 2;
      return { ...at(n), section: 'requests', entry: `${4 * n + 1}`, text, minLength: 14, rank };
    });
    const files = Array.from({ length: 22 }, (_, n) => `src/${things[n % 5]?.slice(0, 6)}/module${n}.ts`);
    const commands = Array.from({ length: 12 }, (_, n) => `npm run check${n} passed ${n + 2}×`);
    const others = [files.slice(0, 11), files.slice(11), commands].map((lines, n): Statement => {
      const text = lines.join(', ');
      const section = n < 2 ? 'files' : 'commands';
      return { ...at(22 + n), section, entry: `${100 + n}`, text, minLength: text.length, rank: 1 };
    });
    const frame = { purpose: 'afterCompaction', maxTokens: 800, language: 'en' } as const;
    const { text } = compose([...requests, ...others], frame);
    const letters = (said: string) => said.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
    const lost = requests.filter((one) => !letters(text).includes(letters(one.text).slice(0, 40)));
    assert.deepEqual(
      lost.map((one) => one.entry),
      [],
      text,
    );
  });

  for (const [name, text] of Object.entries(texts))
    it(`holds to the token for ${name}, and most of it is used`, () => {
      const statements = Array.from({ length: 120 }, (_, n): Statement => ({
        section: n % 3 === 0 ? 'files' : 'requests',
        base: 'history://sessions/550e8400',
        entry: String(n + 1),
        time: 1_770_278_400_000 + n * 60_000,
        text: text.repeat(1 + (n % 4)).trim(),
        minLength: 20,
        rank: n % 4,
      }));
      for (const maxTokens of [300, 800, 4_000])
        for (const language of ['en', 'zh'] as const) {
          const brief = compose(statements, { purpose: 'afterCompaction', maxTokens, language });
          const real = encode(brief.text).length;
          assert.ok(real <= maxTokens && brief.tokens <= maxTokens, `${maxTokens}: ${real} ${brief.tokens}`);
          assert.ok(brief.items.length >= 4, `${maxTokens}: ${brief.items.length}`);
        }
    });
});

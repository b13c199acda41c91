import assert from 'node:assert/strict';
import type { JsonValue } from '../../../src/disk/base/core.ts';
import {
  answersIn,
  approvedPlan,
  choicesIn,
  decisionsIn,
  isOpenQuestion,
  rulesIn,
  sentencesOf,
} from '../../../src/history/facts/said.ts';
import type { ToolCall } from '../../../src/agents/reading/types.ts';

const call = (name: string, args: ToolCall['args'], result: JsonValue = 'ok'): ToolCall => ({
  id: 'c',
  name,
  args,
  result,
  status: 'success',
});

describe('what is said in a session', () => {
  it('is looked at sentence by sentence, without code and marks', () => {
    const text =
      '- Never push to main. Why?\n```\nnever in code\n```\n1) 只用中文写注释。好的；请继续\n> quoted words';
    assert.deepEqual(sentencesOf(text), ['Never push to main.', '只用中文写注释。', 'quoted words']);
    assert.deepEqual(sentencesOf('short'), []);
    assert.deepEqual(sentencesOf(`${'long '.repeat(100)}.`), [], 'nobody gives a rule of so many words');
  });

  it('is what was typed: no log, code, table, and of a document with titles only what stands before or below rules', () => {
    const pasted = [
      'Why does this fail?',
      '2026-03-01 12:00:01 must not be empty',
      'src/a.test.ts:808: Second commit should NOT be here',
      'ERROR never retry',
      '    at never (a.ts:1)',
      '| never | always |',
      '// never call this',
      'if (never) {',
      '  ```',
      '  Never in an indented fence',
      '  ```',
      '[T08] Never push to main.',
    ];
    assert.deepEqual(sentencesOf(pasted.join('\n')), ['Why does this fail?', '[T08] Never push to main.']);
    const plan = [
      'Do this, but never push.',
      '# Plan',
      'Replace all of it.',
      '## Rules',
      '- Use tabs.',
      '## Steps',
      'Go.',
    ];
    assert.deepEqual(sentencesOf(plan.join('\n')), ['Do this, but never push.', 'Use tabs.']);
    assert.deepEqual(sentencesOf('# Task\nNever push.'), ['Never push.']);
  });

  it('is a rule where it says what is always to be heeded', () => {
    for (const rule of [
      ...[
        'Never push to main.',
        'Please, always run the tests',
        "don't touch the lock file",
        'From now on use tabs',
      ],
      ...[
        'You must never commit secrets.',
        'Migrations are always to be reversible',
        '不要修改锁文件。',
        '提交前必须运行测试',
      ],
      ...[
        'Rule for the whole project: nothing but metric units',
        '[T03] Heights must be in metres.',
        'In all examples use the harbour code QZX',
        "No, don't touch it",
        'No new dependencies, please',
        'Fix it without changing the interface',
        'It should not be in the header but below',
        "I don't want any mocks",
        '以后所有注释都用英文',
        '这里不应该用同步读',
        '每次都要先跑测试',
        '约定：时间一律用 UTC',
      ],
      ...[
        '以后都用中文回复',
        '必ず日本語で書いて',
        'Niemals direkt auf main pushen',
        'Only change the parser',
      ],
    ])
      assert.deepEqual(rulesIn([rule]), [rule]);
    for (const none of [
      ...[
        "I don't know why",
        'It always fails on Windows',
        'do not worry about it',
        'Why must it never end?',
      ],
      ...[
        'There must be a bug in the parser',
        'It must have been removed',
        'This should not happen',
        'The CLI may not support it',
        'why it should not do that',
        'These items must not be reworded:',
        'each rule must be a "bullet',
        '所有测试都通过了',
        '你觉得要不要加缓存',
        '每次都会弹窗',
        '不应该是这样',
        '为什么必须先登录',
      ],
      ...['这不要紧', '不得不重写', 'The build is slow', 'It never returns'],
    ])
      assert.deepEqual(rulesIn([none]), [], none);
  });

  it('is a choice where it prefers one thing to another', () => {
    for (const choice of [
      ...[
        "Let's use SQLite",
        'We decided to keep the cache',
        'Use pnpm instead of npm',
        'I prefer tabs over blanks',
      ],
      ...[
        'Decision: no retries',
        'We decide: files are kept 36 hours',
        'Then it is settled: we ship on Friday',
        '缓存保留 36 小时，定了',
        '改用 PostgreSQL',
        '不用轮询，用事件',
        '选方案二',
        'switch from yarn to npm',
      ],
    ])
      assert.deepEqual(choicesIn([choice]), [choice]);
    for (const none of [
      'Use it with care',
      'Should we use SQLite instead?',
      '要不要改用 PostgreSQL？',
      'Move it over',
      'Replace the icon with the real logo',
      'Let me replace it with something better',
      'Once we decided, tell them',
      '这个由你决定',
      '还没决定',
      '改用 PostgreSQL 可以吗',
      '登录页换成蓝色',
    ])
      assert.deepEqual(choicesIn([none]), [], none);
  });

  it('is open where it says so', () => {
    for (const open of [
      'Open question: do we support tides?',
      'Still to do: a man page',
      '[T1] TODO: docs',
      '接口名待定',
      '数据库还没定',
    ])
      assert.ok(isOpenQuestion(open), open);
    for (const none of ['Open the question page', 'The modal is still open', 'Do it today'])
      assert.ok(!isOpenQuestion(none), none);
  });

  it('is a decision where an agent calls it one, on its line or below its heading', () => {
    const text = [
      'Decision: **Round** per line, not per invoice',
      'Some talk - not an item',
      '## Key decisions',
      '',
      '- Keep the __old__ API until May',
      '2) 数据库使用 PostgreSQL',
      'Back to talk.',
      '- No decision any more',
      '**决定**',
      '* 每次提交前运行测试',
      '- **Decision**: too',
      '最终方案：先迁移数据，再切换流量',
    ].join('\n');
    assert.deepEqual(decisionsIn(text), [
      'Round per line, not per invoice',
      'Keep the old API until May',
      '数据库使用 PostgreSQL',
      '每次提交前运行测试',
      'Decision: too',
      '先迁移数据，再切换流量',
    ]);
    assert.deepEqual(decisionsIn('Decision log\nThe decision was hard: we know.'), []);
  });

  it('is an answer of the person, in whatever form an agent keeps it', () => {
    const question = { questions: [{ question: 'Which database?\nFor the shop?' }] };
    const rows: readonly (readonly [ToolCall, readonly string[]])[] = [
      [
        call('AskUserQuestion', question, 'User has answered: "Which database?"="SQLite", "Tests?"="Yes"'),
        ['Which database? → SQLite', 'Tests? → Yes'],
      ],
      [
        call('ask_followup_question', { question: 'Which port?' }, '<answer>8080</answer>'),
        ['Which port? → 8080'],
      ],
      [call('askQuestions', question, 'User selected: PostgreSQL'), ['For the shop? → PostgreSQL']],
      [call('request_user_input', question, '{"answers":["A","B"],"answer":"C"}'), ['For the shop? → A, C']],
      [call('ask_user', question, [{ type: 'text', text: 'MySQL' }]), ['For the shop? → MySQL']],
      [call('ask_user', {}, 'MySQL'), []],
      [call('ask_user', question, ' '), []],
      [call('ask_user', question, 'x'.repeat(301)), []],
      [{ ...call('ask_user', question, 'MySQL'), status: 'error' }, []],
      [call('read_file', question, 'MySQL'), []],
    ];
    for (const [asked, answers] of rows) assert.deepEqual(answersIn(asked), answers, JSON.stringify(asked));
  });

  it('is a plan by its first line, once a person approved it', () => {
    assert.deepEqual(approvedPlan(call('ExitPlanMode', { plan: '\n## **Move** to SQLite\n\n1. …' })), [
      'Move to SQLite',
    ]);
    assert.deepEqual(approvedPlan(call('exit_plan_mode', { plan: '# 迁移计划\n内容' })), ['迁移计划']);
    assert.deepEqual(approvedPlan(call('ExitPlanMode', { plan: ' \n# \n' })), []);
    assert.deepEqual(approvedPlan(call('ExitPlanMode', {})), []);
    assert.deepEqual(approvedPlan({ ...call('ExitPlanMode', { plan: 'x' }), status: 'cancelled' }), []);
    assert.deepEqual(approvedPlan(call('plan', { plan: 'x' })), []);
  });
});

import assert from 'node:assert/strict';
import {
  arrangeDialogs,
  noFilter,
  type OrderedDialog,
  type ShownDialogs,
} from '../../../src/extension/dialogs/dialogOrder.ts';
import { arrangeSessions, type OrderedSession } from '../../../src/extension/sessions/sessionOrder.ts';
import type { SessionInfo } from '../../../src/history/sessions/types.ts';
import { age } from '../../../src/extension/tree/age.ts';
import { byStretch } from '../../../src/extension/tree/stretches.ts';

const day = 24 * 60 * 60 * 1_000;
/** In the middle of a day, wherever the tests run. */
const now = new Date(2026, 1, 20, 12).getTime();

const dialog = (name: string, daysAgo: number, more: Partial<OrderedDialog> = {}): OrderedDialog => ({
  name,
  activeAt: now - daysAgo * day,
  pinned: false,
  archived: false,
  tags: [],
  ...more,
});
const byActivity: ShownDialogs = { sort: 'activity', filter: noFilter };
const numbered = (count: number, daysAgo = 0) =>
  Array.from({ length: count }, (_, n) => dialog(`d${n}`, daysAgo + n / 1_000));

/** Groups as `what: names`. */
const told = (all: readonly OrderedDialog[], shown: ShownDialogs = byActivity): readonly string[] =>
  arrangeDialogs(all, shown, now).groups.map(
    ({ group, names }) => `${typeof group === 'string' ? group : group.kind}: ${names.join(' ')}`,
  );

describe('dialogs in the tree', () => {
  it('stand in one list where they are few, pinned ones first, the newest next', () => {
    const all = [dialog('old', 90), dialog('new', 0), dialog('kept', 40, { pinned: true })];
    assert.deepEqual(told(all), ['all: kept new old']);
  });

  it('are grouped by time where they are many', () => {
    const all = [
      ...numbered(17),
      dialog('y', 1),
      dialog('a', 2),
      dialog('b', 7),
      dialog('c', 8),
      dialog('d', 60),
      dialog('p', 200, { pinned: true }),
    ];
    const groups = told(all);
    assert.equal(groups[0], 'pinned: p');
    assert.match(groups[1] ?? '', /^today: d0 d1 .* d16$/);
    assert.deepEqual(groups.slice(2), ['yesterday: y', 'week: a b', 'month: c', 'month: d']);
    assert.equal(told(numbered(20)).length, 1);
    assert.match(told(numbered(21, 3))[0] ?? '', /^week: /);
  });

  it('are sorted by name as people count, and by size', () => {
    const all = [
      dialog('d10', 0, { bytes: 5 }),
      dialog('d2', 1, { bytes: 50 }),
      dialog('D1', 2),
      dialog('z', 3, { pinned: true, bytes: 1 }),
    ];
    assert.deepEqual(told(all, { ...byActivity, sort: 'name' }), ['all: z D1 d2 d10']);
    assert.deepEqual(told(all, { ...byActivity, sort: 'size' }), ['all: z d2 d10 D1']);
    assert.equal(told(numbered(300), { ...byActivity, sort: 'name' }).length, 1);
  });

  it('are filtered by words, tag, agent and whether they are due, and archived ones stand apart', () => {
    const all = [
      dialog('Login page', 0, { tags: ['ui'], agents: ['claude'] }),
      dialog('login server', 1, { due: true, agents: ['codex', 'claude'] }),
      dialog('old login', 2, { archived: true, tags: ['ui'] }),
      dialog('结账 很慢', 3),
    ];
    const shown = (filter: Partial<typeof noFilter> & object) => {
      const arranged = arrangeDialogs(all, { sort: 'activity', filter: { ...noFilter, ...filter } }, now);
      return [
        arranged.groups.flatMap(({ names }) => names),
        arranged.archived,
        arranged.shown,
        arranged.total,
      ];
    };
    assert.deepEqual(shown({}), [['Login page', 'login server', '结账 很慢'], ['old login'], 4, 4]);
    assert.deepEqual(shown({ text: 'LOGIN ser' }), [['login server'], [], 1, 4]);
    assert.deepEqual(shown({ text: '很慢' }), [['结账 很慢'], [], 1, 4]);
    assert.deepEqual(shown({ text: 'ui' }), [['Login page'], ['old login'], 2, 4]);
    assert.deepEqual(shown({ tag: 'ui' }), [['Login page'], ['old login'], 2, 4]);
    assert.deepEqual(shown({ agent: 'codex' }), [['login server'], [], 1, 4]);
    assert.deepEqual(shown({ due: true, text: 'page' }), [[], [], 0, 4]);
  });

  it('stand in one list where they are filtered for, so that none is folded away', () => {
    const all = [...numbered(30, 60), dialog('p', 0, { pinned: true }), dialog('other', 1)];
    const filtered = told(all, { sort: 'activity', filter: { text: 'd' } });
    assert.deepEqual(filtered, [
      `all: ${numbered(30)
        .map(({ name }) => name)
        .join(' ')}`,
    ]);
  });
});

const session = (daysAgo: number, more: Partial<SessionInfo> = {}, facts: Partial<OrderedSession> = {}) => ({
  info: {
    number: 1,
    source: 'claude' as const,
    sessionId: `s${daysAgo}`,
    title: `s${daysAgo}`,
    path: `/s${daysAgo}`,
    startedAt: 0,
    activeAt: now - daysAgo * day,
    size: 1,
    archived: false,
    isElsewhere: false,
    ...more,
  } as SessionInfo,
  isKept: false,
  isGoingSoon: false,
  ...facts,
});

describe('sessions in the tree', () => {
  it('are newest first across agents, by day only where they are many', () => {
    const few = [session(3, { source: 'codex' }), session(0), session(1, { source: 'gemini' })];
    const arranged = arrangeSessions(few, {}, now);
    assert.equal(arranged.isGrouped, false);
    assert.deepEqual(
      arranged.sessions.map((each) => ('title' in each ? each.title : '')),
      ['s0', 's1', 's3'],
    );
    const many = arrangeSessions(
      Array.from({ length: 40 }, (_, n) => session(n)),
      {},
      now,
    );
    const filtered = arrangeSessions(
      Array.from({ length: 40 }, (_, n) => session(n)),
      { source: 'claude' },
      now,
    );
    assert.deepEqual([filtered.isGrouped, filtered.sessions.length], [false, 40]);
    const kinds = many.sessions.map((each) => ('stretch' in each ? each.stretch.kind : ''));
    assert.deepEqual(kinds.slice(0, 3), ['today', 'yesterday', 'day']);
    assert.deepEqual(kinds.slice(-2), ['month', 'month']);
  });

  it('are filtered by agent and by what becomes of them; what a person archived stands apart', () => {
    const all = [
      session(0),
      session(1, { source: 'codex' }, { isKept: true }),
      session(2, {}, { isGoingSoon: true }),
      session(3, { labels: { archived: true } }),
    ];
    const shown = (filter: Parameters<typeof arrangeSessions>[1]) => {
      const { sessions, archived, shown, total } = arrangeSessions(all, filter, now);
      return [sessions.length, archived.length, shown, total];
    };
    assert.deepEqual(shown({}), [3, 1, 4, 4]);
    assert.deepEqual(shown({ source: 'codex' }), [1, 0, 1, 4]);
    assert.deepEqual(shown({ state: 'kept' }), [1, 0, 1, 4]);
    assert.deepEqual(shown({ state: 'goingSoon', source: 'codex' }), [0, 0, 0, 4]);
    assert.deepEqual(shown({ state: 'archived' }), [0, 1, 1, 4]);
  });

  it('are filtered by whether a program ran them', () => {
    const all = [session(0, { isAutomated: true }), session(1), session(2, { isAutomated: true })];
    const shown = (state: 'automated' | 'typed') =>
      arrangeSessions(all, { state }, now).sessions.map((each) => ('title' in each ? each.title : ''));
    assert.deepEqual(shown('automated'), ['s0', 's2']);
    assert.deepEqual(shown('typed'), ['s1']);
  });
});

describe('stretches of time', () => {
  it('are newest first, however their rows came in', () => {
    const times = [now - 400 * day, now, now - 7 * day, now - day, now - 8 * day];
    const kinds = (near: 'week' | 'days') =>
      byStretch(times, (time) => time, now, near).map(({ stretch, items }) => [stretch.kind, items.length]);
    assert.deepEqual(kinds('week'), [
      ['today', 1],
      ['yesterday', 1],
      ['week', 1],
      ['month', 1],
      ['month', 1],
    ]);
    assert.deepEqual(
      kinds('days').map(([kind]) => kind),
      ['today', 'yesterday', 'day', 'day', 'month'],
    );
  });

  it('a time is as short as its language has it', () => {
    const ages = (locale: string) =>
      [0, 8 * 60_000, 3 * 3_600_000, 2 * day].map((distance) => age(now - distance, now, locale));
    assert.deepEqual(ages('en'), ['now', '8m', '3h', '2d']);
    assert.deepEqual(ages('zh-cn'), ['现在', '8 分钟', '3 小时', '2 天']);
    assert.equal(age(new Date(2025, 8, 14).getTime(), now, 'en'), 'Sep 14, 2025');
    assert.equal(age(Number.NaN, now, 'en'), '–');
  });
});

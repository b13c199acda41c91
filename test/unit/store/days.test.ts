import assert from 'node:assert/strict';
import { readDate } from '../../../src/find/search/dates.ts';
import { timeOf } from '../../../src/history/memory/times/timeRange.ts';
import { user, withStore } from './withStore.ts';

const zones = [
  'UTC',
  'America/Los_Angeles',
  'America/Havana',
  'America/St_Johns',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Asia/Shanghai',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
];

/** Runs a test in a time zone of this process. */
async function inZone(zone: string, test: () => Promise<void> | void): Promise<void> {
  const { TZ } = process.env;
  process.env.TZ = zone;
  try {
    await test();
  } finally {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  }
}

describe('the days of a search', () => {
  it('are those of the calendar where the person is, also when clocks change', async () => {
    const days = [
      [2026, 2, 8], // Los Angeles, Havana and St John's, which has no 00:00 there
      [2026, 2, 29], // Berlin
      [2026, 3, 5], // Lord Howe, by half an hour
      [2026, 9, 4],
      [2026, 9, 25],
      [2026, 10, 1],
      [2026, 0, 1],
    ] as const;
    for (const zone of zones)
      await inZone(zone, () => {
        for (const [year, month, day] of days)
          for (const after of [0, 1, 2])
            for (const [hour, minute] of [
              [0, 0],
              [0, 30],
              [12, 0],
              [23, 30],
            ] as const) {
              const now = new Date(year, month, day + after, hour, minute).getTime();
              const date = new Date(now);
              for (const [text, back] of [
                ['today', 0],
                ['yesterday', 1],
                ['3d', 3],
                ['2w', 14],
              ] as const) {
                const [y, m, d] = [date.getFullYear(), date.getMonth(), date.getDate() - back];
                assert.deepEqual(
                  readDate(text, now, 'local'),
                  { from: new Date(y, m, d).getTime(), to: new Date(y, m, d + 1).getTime() },
                  `${zone} ${text} at ${date.toISOString()}`,
                );
              }
            }
      });
  });

  it('are told with the moments from which and to which they last', () =>
    inZone('Europe/Berlin', () =>
      withStore(async ({ store, clock }) => {
        clock.time = Date.parse('2026-03-30T08:00:00Z');
        const at = (time: string) => user(`pear at ${time}`, { ts: Date.parse(time) });
        await store.dialogs.save('d', [
          at('2026-03-28T22:59:00Z'),
          at('2026-03-28T23:01:00Z'),
          at('2026-03-29T22:01:00Z'),
        ]);
        const { hits, reading } = await store.search.find({ query: 'pear on:yesterday', zone: 'local' });
        assert.deepEqual(
          hits.map(({ snippet }) => snippet),
          ['pear at 2026-03-28T23:01:00Z'],
        );
        const zh = await store.search.find({ query: 'pear on:yesterday', zone: 'local', language: 'zh' });
        assert.deepEqual(zh.reading, [
          '仅限：on:yesterday（2026-03-29 00:00 UTC+01:00 至 2026-03-30 00:00 UTC+02:00）；按原样查找："pear on:yesterday"。',
        ]);
        assert.deepEqual(reading, [
          'Only: on:yesterday (from 2026-03-29 00:00 UTC+01:00 to 2026-03-30 00:00 UTC+02:00); as it stands: "pear on:yesterday".',
        ]);
      }),
    ));
});

/** Phrases for hours of a day, as [phrase, days back, first hour, hour of the end]. */
const phrases: readonly (readonly [string, number, number, number])[] = [
  ['昨天下午三点', 1, 15, 16],
  ['昨天上午', 1, 6, 12],
  ['今天上午', 0, 6, 12],
  ['今天凌晨三点', 0, 3, 4],
  ['昨天凌晨', 1, 0, 6],
  ['昨天中午1点', 1, 13, 14],
  ['前天晚上八点', 2, 20, 21],
  ['昨晚两点', 1, 26, 27],
  ['昨晚22点', 1, 22, 23],
  ['昨晚十二点', 1, 24, 25],
  ['前天傍晚六点半', 2, 18, 19],
  ['昨天早上九点', 1, 9, 10],
  ['昨天', 1, 0, 24],
  ['前天', 2, 0, 24],
  ['yesterday at 3 pm', 1, 15, 16],
  ['yesterday at 3am', 1, 3, 4],
  ['yesterday morning', 1, 5, 12],
  ['yesterday afternoon', 1, 12, 18],
  ['this morning', 0, 5, 12],
  ['today', 0, 0, 24],
  ['yesterday', 1, 0, 24],
  ['the day before yesterday', 2, 0, 24],
];

describe('the hours of a day in words', () => {
  it('are those of the clock, also on a day on which clocks change', async () => {
    const changes = [
      [2026, 2, 8],
      [2026, 2, 29],
      [2026, 3, 5],
      [2026, 9, 4],
      [2026, 9, 25],
      [2026, 10, 1],
    ] as const;
    for (const zone of zones)
      await inZone(zone, () => {
        for (const [year, month, day] of changes)
          for (const after of [0, 1, 2])
            for (const hour of [12, 13, 23]) {
              const now = new Date(year, month, day + after, hour).getTime();
              for (const [phrase, back, first, end] of phrases) {
                const at = (clock: number): number =>
                  new Date(year, month, day + after - back, clock).getTime();
                const { from, to } = timeOf(phrase, now) ?? {};
                assert.deepEqual(
                  { from, to },
                  { from: at(first), to: Math.max(at(end), at(first) + 3_600_000) },
                  `${zone}: ${phrase} on ${year}-${month + 1}-${day + after} at ${hour}`,
                );
              }
            }
      });
  });

  it('are of the calendar in weeks, months and years with a day that has no 00:00', () =>
    inZone('America/Havana', () => {
      for (let day = 1; day < 366; day += 1) {
        const now = new Date(2026, 0, day, 12).getTime();
        for (const phrase of ['yesterday', 'last week', 'this week', 'last month', 'last year', '上周日']) {
          const { from = NaN, to = NaN } = timeOf(phrase, now) ?? {};
          for (const ms of [from, to]) {
            const date = new Date(ms);
            const midnight = new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
            assert.equal(ms, midnight, `${phrase} on day ${day}: ${date.toISOString()}`);
          }
        }
      }
    }));
});

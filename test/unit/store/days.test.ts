import assert from 'node:assert/strict';
import { readDate } from '../../../src/find/search/dates.ts';
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
        assert.deepEqual(reading, [
          'Only: on:yesterday (from 2026-03-29 00:00 UTC+01:00 to 2026-03-30 00:00 UTC+02:00); as it stands: "pear on:yesterday".',
        ]);
      }),
    ));
});

import { searchRecords } from '../../../src/team/searchRecords.ts';
import type { HubConnection } from '../../../src/team/types.ts';
import { seeded } from '../../seeded.ts';
import { timed } from '../measure.ts';
import { rareWord, vocabulary } from '../texts.ts';
import type { FilledProject } from './fill.ts';
import { inWords, percentile, type HubRow } from './row.ts';

const goal = { p50: 50, p95: 200 };

/** Searches as people type them: rare words, words of many messages, two words, a piece of Chinese, and what is nowhere. */
function queries(random: () => number): () => string {
  const word = (skew: number): string => vocabulary[Math.floor(random() ** skew * vocabulary.length)] ?? '';
  const kinds = [
    () => rareWord,
    () => word(1),
    () => word(3),
    () => `${word(3)} ${word(3)}`,
    () => '数据库',
    () => '连接',
    () => `${word(1)}${word(1)}`,
  ];
  return () => kinds[Math.floor(random() * kinds.length)]?.() ?? rareWord;
}

/** Searches of random projects, and of the largest alone; beside them a read of twenty records of a project by its index. */
export async function* searches(
  connection: HubConnection,
  projects: readonly FilledProject[],
  count: number,
): AsyncGenerator<HubRow> {
  const random = seeded(3);
  const query = queries(random);
  const largest = projects.reduce((a, b) => (b.messages > a.messages ? b : a));
  const any = (): FilledProject => projects[Math.floor(random() * projects.length)] ?? largest;
  const search = (project: FilledProject) => () =>
    searchRecords(connection, project.id, {
      query: query(),
      limit: 20,
      when: { now: Date.now(), zone: 'utc' },
    });
  const select = (project: FilledProject) => () =>
    connection.query(
      `select owner, kind, id, "time", "text" from history_hub.records where project = $1 and seq > $2 order by seq limit 20`,
      [project.id, Math.floor(random() * project.messages)],
    );
  for (const [of, one, times] of [
    ['a project of all', any, count],
    ['the largest project', () => largest, Math.ceil(count / 5)],
  ] as const) {
    const [ours, engine]: [number[], number[]] = [[], []];
    for (let n = 0; n < times; n++) {
      ours.push(await timed(search(one())));
      engine.push(await timed(select(one())));
    }
    for (const percent of [50, 95] as const) {
      const value = percentile(ours, percent);
      const limit = percent === 50 ? goal.p50 : goal.p95;
      yield {
        what: `search in ${of}${of.startsWith('the') ? ` (${largest.messages.toLocaleString('en')} messages)` : ''}, p${percent}`,
        ours: inWords.ms(value),
        engine: `indexed SELECT: ${inWords.ms(percentile(engine, percent))}`,
        goal: `${limit} ms`,
        reached: value <= limit,
      };
    }
  }
}

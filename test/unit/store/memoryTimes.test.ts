import assert from 'node:assert/strict';
import { timeIn, timeOf } from '../../../src/history/memory/times/timeRange.ts';
import { countSteps } from '../../regexSteps.ts';

/** Thursday, in local time. */
const now = new Date(2026, 1, 5, 12).getTime();

const shown = (ms: number): string => {
  const date = new Date(ms);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`;
  return time === '00:00' ? day : `${day} ${time}`;
};
const today = '2026-02-05 12:00';

/** Each expression with where its time begins and ends. */
const times: readonly [expression: string, from: string, to: string][] = [
  ['2 hours ago', '2026-02-05 09:30', '2026-02-05 10:30'],
  ['10 minutes ago', '2026-02-05 11:47', '2026-02-05 11:52'],
  ['an hour ago', '2026-02-05 10:30', '2026-02-05 11:30'],
  ['3 days ago', '2026-02-02', '2026-02-03'],
  ['two weeks ago', '2026-01-19', '2026-01-26'],
  ['3 months ago', '2025-11-01', '2025-12-01'],
  ['a year ago', '2025-01-01', '2026-01-01'],
  ['a few days ago', '2026-01-29', '2026-02-04'],
  ['today', '2026-02-05', '2026-02-06'],
  ['yesterday', '2026-02-04', '2026-02-05'],
  ['the day before yesterday', '2026-02-03', '2026-02-04'],
  ['last night', '2026-02-04 18:00', '2026-02-05 06:00'],
  ['yesterday afternoon', '2026-02-04 12:00', '2026-02-04 18:00'],
  ['yesterday at 3pm', '2026-02-04 15:00', '2026-02-04 16:00'],
  ['this morning', '2026-02-05 05:00', today],
  ['this week', '2026-02-02', '2026-02-09'],
  ['last week', '2026-01-26', '2026-02-02'],
  ['this month', '2026-02-01', '2026-03-01'],
  ['last month', '2026-01-01', '2026-02-01'],
  ['last quarter', '2025-10-01', '2026-01-01'],
  ['last year', '2025-01-01', '2026-01-01'],
  ['last weekend', '2026-01-31', '2026-02-02'],
  ['last monday', '2026-02-02', '2026-02-03'],
  ['last friday', '2026-01-30', '2026-01-31'],
  ['on Tuesday morning', '2026-02-03 05:00', '2026-02-03 12:00'],
  ['past 3 days', '2026-02-02', today],
  ['last 24 hours', '2026-02-04 12:00', today],
  ['since yesterday', '2026-02-04', today],
  ['since last monday', '2026-02-02', today],
  ['since 2025', '2025-01-01', today],
  ['before yesterday', shown(0), '2026-02-04'],
  ['between 2026-01-01 and 2026-01-15', '2026-01-01', '2026-01-16'],
  ['between March 3 and March 9', '2025-03-03', '2025-03-10'],
  ['from last monday to yesterday', '2026-02-02', '2026-02-05'],
  ['March', '2025-03-01', '2025-04-01'],
  ['in March 2024', '2024-03-01', '2024-04-01'],
  ['January 5th', '2026-01-05', '2026-01-06'],
  ['Q1', '2026-01-01', '2026-04-01'],
  ['Q3 2025', '2025-07-01', '2025-10-01'],
  ['the second quarter of 2025', '2025-04-01', '2025-07-01'],
  ['2026-01-15', '2026-01-15', '2026-01-16'],
  ['2026-01', '2026-01-01', '2026-02-01'],
  ['2024', '2024-01-01', '2025-01-01'],
  ['昨天', '2026-02-04', '2026-02-05'],
  ['前天', '2026-02-03', '2026-02-04'],
  ['大前天', '2026-02-02', '2026-02-03'],
  ['昨晚', '2026-02-04 18:00', '2026-02-05 06:00'],
  ['前天下午', '2026-02-03 12:00', '2026-02-03 18:00'],
  ['三天前', '2026-02-02', '2026-02-03'],
  ['两周前', '2026-01-19', '2026-01-26'],
  ['一个小时前', '2026-02-05 10:30', '2026-02-05 11:30'],
  ['半年前', '2025-08-01', '2025-09-01'],
  ['最近半年', '2025-08-05', today],
  ['过去半个月', '2026-01-21', today],
  ['近半个小时', '2026-02-05 11:30', today],
  ['这半个月', '2026-01-21', today],
  ['过去的半天', '2026-02-05', today],
  ['上周末', '2026-01-31', '2026-02-02'],
  ['这个周末', '2026-02-07', '2026-02-09'],
  ['最近三天', '2026-02-02', today],
  ['过去24小时', '2026-02-04 12:00', today],
  ['本周', '2026-02-02', '2026-02-09'],
  ['上周', '2026-01-26', '2026-02-02'],
  ['上上周', '2026-01-19', '2026-01-26'],
  ['上周一', '2026-01-26', '2026-01-27'],
  ['周五', '2026-01-30', '2026-01-31'],
  ['上个月', '2026-01-01', '2026-02-01'],
  ['上季度', '2025-10-01', '2026-01-01'],
  ['去年', '2025-01-01', '2026-01-01'],
  ['去年第二季度', '2025-04-01', '2025-07-01'],
  ['2025年3月', '2025-03-01', '2025-04-01'],
  ['3月5日', '2025-03-05', '2025-03-06'],
  ['2025年3月5号', '2025-03-05', '2025-03-06'],
  ['昨天以来', '2026-02-04', today],
  ['从上周一到昨天', '2026-01-26', '2026-02-05'],
  ['tonight', '2026-02-05 17:00', '2026-02-06'],
  ['weekend', '2026-01-31', '2026-02-02'],
  ['last January', '2026-01-01', '2026-02-01'],
  ['earlier this week', '2026-02-02', '2026-02-09'],
  ['past 7d', '2026-01-29', today],
  ['last 24h', '2026-02-04 12:00', today],
  ['from February 4 to February 9', '2026-02-04', '2026-02-10'],
  ['from Wednesday to Friday', '2026-02-04', '2026-02-07'],
  ['from Q1 to Q2 2025', '2025-01-01', '2025-07-01'],
  ['从2月4日到2月9日', '2026-02-04', '2026-02-10'],
  ['一个半小时前', '2026-02-05 10:00', '2026-02-05 11:00'],
  ['两个半月前', '2025-11-20', '2025-11-21'],
  ['两年半前', '2023-08-01', '2023-09-01'],
  ['昨天下午三点', '2026-02-04 15:00', '2026-02-04 16:00'],
  ['昨晚10点半', '2026-02-04 22:00', '2026-02-04 23:00'],
  ['昨晚两点', '2026-02-05 02:00', '2026-02-05 03:00'],
  ['昨晚12点', '2026-02-05', '2026-02-05 01:00'],
  ['昨天三点', '2026-02-04 03:00', '2026-02-04 16:00'],
  ['这几天', '2026-01-29', today],
  ['上个月底', '2026-01-21', '2026-02-01'],
  ['去年年底', '2025-09-01', '2026-01-01'],
  ['二〇二五年三月', '2025-03-01', '2025-04-01'],
  ['几天前', '2026-01-29', '2026-02-04'],
  ['几分钟前', '2026-02-05 11:51', '2026-02-05 11:58'],
  ['30秒前', '2026-02-05 11:59', '2026-02-05 11:59'],
  ['半小时前', '2026-02-05 11:22', '2026-02-05 11:37'],
  ['两天半前', '2026-02-02 21:00', '2026-02-03 03:00'],
  ['一周半前', '2026-01-26', '2026-01-27'],
  ['昨天上午', '2026-02-04 06:00', '2026-02-04 12:00'],
  ['昨天中午', '2026-02-04 11:00', '2026-02-04 14:00'],
  ['今早', '2026-02-05 05:00', '2026-02-05 12:00'],
  ['上上周五', '2026-01-23', '2026-01-24'],
  ['本周二', '2026-02-03', '2026-02-04'],
  ['星期日', '2026-02-01', '2026-02-02'],
  ['上上个月', '2025-12-01', '2026-01-01'],
  ['上个月初', '2026-01-01', '2026-01-11'],
  ['上个月中旬', '2026-01-11', '2026-01-21'],
  ['今年年中', '2026-05-02', '2026-09-01'],
  ['前年', '2024-01-01', '2025-01-01'],
  ['周末', '2026-01-31', '2026-02-02'],
  ['去年上半年', '2025-01-01', '2025-07-01'],
  ['下半年', '2025-07-01', '2026-01-01'],
  ['二〇二四年上半年', '2024-01-01', '2024-07-01'],
  ['第三季度', '2025-07-01', '2025-10-01'],
  ['十二月', '2025-12-01', '2026-01-01'],
  ['十一月三日', '2025-11-03', '2025-11-04'],
  ['刚才', '2026-02-05 11:30', today],
  ['近来', '2026-01-29', today],
  ['上周之前', shown(0), '2026-01-26'],
  ['昨天之后', '2026-02-05', today],
  ['三月到五月', '2025-03-01', '2025-06-01'],
  ['the past week', '2026-01-29', today],
  ['last hour', '2026-02-05 11:00', today],
  ['the week before last', '2026-01-19', '2026-01-26'],
  ['the year before last', '2024-01-01', '2025-01-01'],
  ['this afternoon', '2026-02-05 12:00', '2026-02-05 18:00'],
  ['just now', '2026-02-05 11:30', today],
  ['lately', '2026-01-29', today],
  ['the first half of 2025', '2025-01-01', '2025-07-01'],
  ['second half of the year', '2025-07-01', '2026-01-01'],
  ['2025 Q2', '2025-04-01', '2025-07-01'],
  ['this weekend', '2026-02-07', '2026-02-09'],
  ['yesterday noon', '2026-02-04 12:00', '2026-02-04 13:00'],
  ['after yesterday', '2026-02-05', today],
  ['until last week', shown(0), '2026-01-26'],
];

describe('times in words', () => {
  for (const [expression, from, to] of times)
    it(expression, () => {
      const range = timeOf(expression, now);
      assert.deepEqual([range && shown(range.from), range && shown(range.to)], [from, to]);
    });

  it('none in what is no time', () => {
    for (const text of [
      '',
      'when the cows come home',
      'blue elephants',
      '2 days',
      ...['February 30 2025', '2026-02-30', '2026-13', '二月三十日', '昨天25点'],
      '数据库',
    ])
      assert.equal(timeOf(text, now), undefined, text);
    for (const text of ['what may happen', 'the march of progress', 'OAuth 2.1', 'port 8001', '周日志'])
      assert.equal(timeIn(text, now), undefined, text);
  });

  it('leave the rest of a query', () => {
    const rest = (query: string) => timeIn(query, now)?.rest.replaceAll(/\s+/g, ' ');
    assert.equal(rest('what did we decide about OAuth last week'), 'what did we decide about OAuth');
    assert.equal(rest('decisions since last monday about auth'), 'decisions about auth');
    assert.equal(rest('notes from 2 weeks ago'), 'notes');
    assert.equal(rest('上周关于数据库的决定'), '关于数据库的决定');
  });

  it('are found in a text of any length by looking near its beginning', () => {
    const texts: readonly ((times: number) => string)[] = [
      (times) => '昨天'.repeat(times),
      (times) => 'two days ago '.repeat(times),
      (times) => `${'1 '.repeat(5 * times)}yesterday`,
    ];
    const found = texts.map((text) => timeIn(text(100_000), now)?.range.text);
    assert.deepEqual(found, ['昨天', 'two days ago', undefined]);
    for (const text of texts) {
      const [few, many] = [1_000, 10_000].map((times) => countSteps(() => timeIn(text(times), now)).total);
      assert.ok(
        few !== undefined && many !== undefined && many < 2 * few,
        `${text(1)}: ${few}, then ${many}`,
      );
    }
  });

  it('keep whole days where clocks change', () => {
    // Whatever the zone of this machine: a day is from midnight to midnight.
    for (let month = 0; month < 12; month++)
      for (const day of [1, 8, 15, 22, 29]) {
        const range = timeOf('yesterday', new Date(2026, month, day, 12).getTime());
        // A day begins later than at midnight where clocks change then.
        const days = [new Date(2026, month, day - 1), new Date(2026, month, day)];
        assert.deepEqual(
          [range && new Date(range.from).getHours(), range && new Date(range.to).getHours()],
          days.map((begin) => begin.getHours()),
        );
      }
  });
});

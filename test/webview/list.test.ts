import assert from 'node:assert/strict';
import type { DialogPaneMessage } from '../../src/protocol/dialogPane.ts';
import { MessageCache } from '../../src/webview/messages/messageCache.ts';
import {
  isNearEdge,
  ListViewport,
  segmentAround,
  segmentLength,
} from '../../src/webview/messages/listViewport.ts';
import { WindowRequests, requestTimeout } from '../../src/webview/messages/windowedList.ts';
import { fullness } from '../../src/protocol/fullness.ts';
import { sparklineBars } from '../../src/webview/dialog/sparklineBars.ts';
import { Format, fill } from '../../src/protocol/format.ts';

const message = (position: number): DialogPaneMessage => ({
  position,
  role: 'user',
  text: String(position),
  ts: 0,
});
const run = (offset: number, count: number): DialogPaneMessage[] =>
  Array.from({ length: count }, (_, index) => message(offset + index));

function cacheWith(total: number, offset: number, count: number): MessageCache<DialogPaneMessage> {
  const cache = new MessageCache<DialogPaneMessage>();
  cache.put({ epoch: 'a', offset, total, messages: run(offset, count) });
  return cache;
}

describe('cached messages of a pane', () => {
  it('are those nearest to the reader, up to the capacity', () => {
    const cache = new MessageCache<DialogPaneMessage>(50);
    cache.put({ epoch: 'a', offset: 0, total: 1_000, messages: run(0, 100) });
    cache.trim(90);
    assert.equal(cache.size, 50);
    assert.equal(cache.lacks(65, 99), false);
    assert.equal(cache.get(40), undefined);
  });

  it('are replaced when the extension reports a change, and otherwise stay the same objects', () => {
    const cache = cacheWith(10, 0, 10);
    const before = [4, 5, 6, 7].map((position) => cache.get(position));
    const other = { ...message(6), text: 'more of it' };
    const window = { epoch: 'a', offset: 5, total: 9, changedFrom: 6 };
    cache.put({ ...window, messages: [{ ...message(5), text: 'not told' }, other, message(7)] });
    assert.deepEqual(
      [4, 5, 7].map((position) => cache.get(position)),
      [before[0], before[1], before[3]],
    );
    assert.equal(cache.get(5), before[1]);
    assert.equal(cache.get(6), other);
    assert.equal(cache.get(7), before[3]);
    assert.deepEqual([cache.get(8), cache.get(9)], [undefined, undefined]);
  });

  it('stay the same objects when messages are added, so they are not rendered again', () => {
    const cache = cacheWith(10, 0, 10);
    const before = cache.get(3);
    cache.put({ epoch: 'a', offset: 0, total: 11, messages: run(0, 11) });
    assert.equal(cache.get(3), before);
    assert.equal(cache.total, 11);
  });

  it('are dropped in another epoch and when the dialog gets shorter', () => {
    const cache = cacheWith(10, 0, 10);
    cache.put({ epoch: 'a', offset: 0, total: 5, messages: [] });
    assert.equal(cache.size, 5);
    cache.put({ epoch: 'b', offset: 0, total: 5, messages: [] });
    assert.equal(cache.size, 0);
  });
});

describe('requests for messages', () => {
  it('start with visible messages, then their surroundings, without repeats', () => {
    const requests = new WindowRequests(cacheWith(100_000, 99_900, 100));
    assert.equal(requests.next(50_040, 50_050, 0), 50_000);
    assert.equal(requests.next(50_040, 50_050, 0), 49_900);
    assert.equal(requests.next(50_040, 50_050, 0), undefined, 'two are on their way');
    assert.equal(requests.next(50_040, 50_050, requestTimeout), 50_000, 'no answer: asked again');
  });

  it('continue after each answer and end when everything is loaded', () => {
    const cache = cacheWith(250, 0, 0);
    const requests = new WindowRequests(cache);
    const asked: number[] = [];
    for (;;) {
      const offset = requests.next(120, 130, 0);
      if (offset === undefined) break;
      asked.push(offset);
      cache.put({ epoch: 'a', offset, total: 250, messages: run(offset, Math.min(100, 250 - offset)) });
    }
    assert.deepEqual(asked, [100, 0, 200]);
    assert.equal(requests.waiting, false);
  });
});

describe('the position in the list', () => {
  it('lays out only a part of a dialog too high for a browser', () => {
    assert.deepEqual(segmentAround(7, 1_000), { start: 0, count: 1_000 });
    assert.deepEqual(segmentAround(999_999, 1_000_000), { start: 900_000, count: segmentLength });
    const middle = segmentAround(500_000, 1_000_000);
    assert.ok(!isNearEdge(middle, 500_000, 1_000_000));
    assert.ok(isNearEdge(middle, middle.start + 10, 1_000_000));
    assert.ok(!isNearEdge(segmentAround(0, 1_000_000), 0, 1_000_000), 'there is nothing before the first');
  });

  it('counts messages that arrive out of view until the end is seen', () => {
    const place = new ListViewport(100, undefined);
    place.grow(103);
    assert.equal(place.unseen, 0, 'at the end nothing is missed');
    place.scrolled(false);
    place.grow(105);
    assert.equal(place.unseen, 2);
    assert.ok(place.scrolled(true));
    assert.equal(place.unseen, 0);
  });

  it('keeps the end of a very long dialog in the part laid out', () => {
    const place = new ListViewport(1_000_000, undefined);
    place.grow(1_000_001);
    assert.equal(place.segment.start + place.segment.count, 1_000_001);
    place.setGoal({ position: 3, align: 'center' });
    assert.equal(place.segment.start, 0);
    place.grow(1_000_002);
    assert.deepEqual(place.segment, { start: 0, count: segmentLength });
  });
});

describe('the header of a dialog', () => {
  it('is as full as the closer of its two limits', () => {
    assert.deepEqual(fullness([50, 200], [100, 1_000]), { value: 0.25, level: 'ok', by: 'first' });
    assert.deepEqual(fullness([2, 200], [900, 1_000]), { value: 0.9, level: 'near', by: 'second' });
    assert.deepEqual(fullness([201, 200], [5, 0]), { value: 1.005, level: 'over', by: 'first' });
  });

  it('draws the activity inside its picture', () => {
    const bars = sparklineBars([0, 1, 1_000, 500]);
    assert.deepEqual(
      bars.map(({ x }) => x),
      [24, 48, 72],
    );
    assert.ok(bars.every(({ y, height }) => y >= 0 && y + height === 20));
    assert.equal(bars[1]?.height, 20);
    assert.ok(bars[0]!.height >= 1, 'one message among many still shows');
  });

  it('formats numbers and times for the language', () => {
    const en = new Format('en');
    assert.equal(en.bytes(65_536), '64 KB');
    assert.equal(en.bytes(0), '0 B');
    assert.equal(en.bytes(1_600_000), '1.5 MB');
    assert.equal(en.relative(0, 3 * 60_000), '3 minutes ago');
    assert.deepEqual(
      [0.07, 1, 1.004, 26.18].map((each) => en.fullness(each)),
      ['7%', '100%', '>100%', '>100%'],
    );
    const zh = new Format('zh-cn');
    const ago = (days: number): string => zh.relative(0, days * 86_400_000);
    assert.deepEqual([zh.relative(0, 3 * 60_000), ago(1), ago(12)], ['3 分钟前', '昨天', '12 天前']);
    assert.equal(zh.relative(5 * 3_600_000, 0), '5 小时后');
    const june = Date.UTC(2026, 5, 15, 12);
    assert.equal(zh.relative(june, june + 40 * 86_400_000), '6月15日');
    const short = new Format('en', 'short');
    assert.deepEqual([short.relative(0, 3 * 60_000), short.number(1_234.56)], ['3 min. ago', '1,234.6']);
    assert.equal(new Format('no such tag').count(1_234), '1,234');
    for (const ts of [Number.NaN, 1e20, -Infinity]) {
      assert.deepEqual([en.dateTime(ts), en.time(ts), en.day(ts), en.relative(ts, 0)], ['–', '–', '–', '–']);
    }
    assert.equal(fill('{1} of {0} {2}', 'a', '$&'), '$& of a {2}');
  });
});

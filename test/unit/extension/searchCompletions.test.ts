import assert from 'node:assert/strict';
import { asksForValues, asksHubForValues, completions } from '../../../src/extension/search/completions.ts';
import { filterOf, hasFilter, toggleFilter } from '../../../src/extension/search/filters.ts';
import { groupOf, leading, stepTo } from '../../../src/extension/search/resultGroups.ts';

const values = {
  agents: [
    { value: 'claude', entries: 9 },
    { value: 'codex', entries: 3 },
  ],
  dialogs: [{ value: 'big "plan"', entries: 2 }],
  tags: [{ value: 'billing', entries: 1 }],
};
const now = new Date(2026, 0, 5);
const offered = (query: string): string[] => completions(query, values, now).map((one) => one.query);

describe('what is typed of a filter', () => {
  it('is completed with the values there are', () => {
    assert.deepEqual(offered('tax agent:c'), ['tax agent:claude ', 'tax agent:codex ']);
    assert.deepEqual(offered('agent:dex'), ['agent:codex ']);
    assert.deepEqual(offered('tag:'), ['tag:"billing" ']);
    assert.deepEqual(offered('dialog:"big'), ['dialog:"big  plan " ']);
    assert.deepEqual(offered('role:s').slice(0, 3), ['role:summary ', 'role:user ', 'role:assistant ']);
    assert.deepEqual(offered('role:f'), ['role:files ']);
    assert.deepEqual(offered('role:').slice(-2), ['agent:claude ', 'agent:codex ']);
    const here = completions('tax source:', { ...values, here: 'big "plan"' }, now).map((one) => one.query);
    assert.equal(here.at(-1), 'tax dialog:"big  plan " ');
    assert.deepEqual(offered('source:mem'), ['source:memories ']);
    assert.deepEqual(offered('since:20'), ['since:2026-01 ', 'since:2025-12 ']);
    assert.deepEqual(offered('before:y'), ['before:yesterday ', 'before:today ', 'before:1y ']);
  });

  it('is completed with what a hub has, where there is one', () => {
    const inHub = { authors: ['ann 安', 'bob'], dialogs: ['退款'] };
    const inHubOf = (query: string): string[] =>
      completions(query, { ...values, inHub }, now).map((one) => one.filter);
    assert.deepEqual(inHubOf('source:hu'), ['source:hub']);
    assert.deepEqual(offered('source:hu'), []);
    assert.deepEqual(inHubOf('tax source:hub author:a'), ['author:"ann 安"']);
    assert.deepEqual(inHubOf('source:hub kind:mem'), ['kind:memory']);
    assert.deepEqual(inHubOf('source:hub dialog:'), ['dialog:"退款"']);
    assert.deepEqual(inHubOf('source:hub tag:'), []);
    assert.deepEqual(inHubOf('kind:mem'), []);
    assert.deepEqual(inHubOf('author:a'), ['author:"claude"']);
    const asks = ['source:hub author:', 'source:hub dialog:x', 'source:hub kind:', 'author:'];
    assert.deepEqual(asks.map(asksHubForValues), [true, true, false, false]);
  });

  it('is left alone where it is whole, or no filter', () => {
    for (const query of ['', 'tax', 'agent:claude', 'agent:claude ', 'node:f', 'role:user x', 'xagent:c'])
      assert.deepEqual(offered(query), [], query);
    assert.deepEqual(['agent:', 'tag:x', 'role:', 'since:', 'dialog:"a'].map(asksForValues), [
      ...[true, true, true, false, true],
    ]);
  });

  it('is found in a query as a word of its own', () => {
    assert.equal(toggleFilter(toggleFilter('tax', 'role:user'), 'role:user'), 'tax');
    assert.ok(hasFilter('a role:user', 'role:user') && !hasFilter('a role:users', 'role:user'));
    assert.equal(filterOf('a agent:"x y" b', ['agent']), 'agent:"x y"');
    assert.equal(filterOf('since:7d', ['after', 'since']), 'since:7d');
    assert.equal(filterOf('my:agent:x agent:', ['agent']), undefined);
  });
});

describe('results in the view', () => {
  it('are told apart by source, summaries and what contains no word of the query on their own', () => {
    const hits = [
      { source: 'memories', role: 'note' },
      { source: 'dialogs', role: 'summary' },
      { source: 'dialogs', role: 'user' },
      { source: 'memories', role: 'note' },
      { source: 'dialogs', role: 'summary', related: true },
    ] as const;
    const results = [...hits.map((hit) => ({ hit })), { hit: hits[1], inHub: {} }];
    const groups = results.map((result) => groupOf(result));
    assert.deepEqual(groups.toSorted(), ['dialogs', 'hub', 'memories', 'memories', 'related', 'summaries']);
  });

  it('are gone through from the last to the first', () => {
    assert.deepEqual([stepTo(-1, 3, 1), stepTo(-1, 3, -1), stepTo(2, 3, 1), stepTo(0, 3, -1)], [0, 2, 0, 2]);
  });

  it('have their match where a narrow row shows it', () => {
    const snippet = '…one two three four five needle and more';
    const at = snippet.indexOf('needle');
    const { text, ranges } = leading(snippet, [[at, at + 6]], 12);
    assert.equal(text, '…four five needle and more');
    assert.deepEqual(
      ranges.map(([from, to]) => text.slice(from, to)),
      ['needle'],
    );
    assert.equal(leading('needle here', [[0, 6]], 12).text, 'needle here');
    const chinese = leading(`${'天'.repeat(40)}扣款`, [[40, 42]], 10);
    assert.equal(chinese.text, `…${'天'.repeat(5)}扣款`);
    assert.deepEqual(chinese.ranges, [[6, 8]]);
  });
});

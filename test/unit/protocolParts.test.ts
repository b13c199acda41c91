import assert from 'node:assert/strict';
import { messageKinds, parseFilter, parseKinds, placeOf, toggled } from '../../src/protocol/messageKinds.ts';
import { paneNames, panePage } from '../../src/protocol/panes.ts';
import { summaryEntryId, summaryEntryById, kindOfSection } from '../../src/find/search/summaryEntryId.ts';

describe('the page of a pane', () => {
  const place = {
    language: 'zh-cn',
    nonce: 'abc',
    source: 'https://pane.example',
    address: (file: string) => `/x/${file}`,
  };

  for (const name of paneNames)
    it(`of ${name} runs its own script only, and loads nothing from elsewhere`, () => {
      const page = panePage(name, place);
      const [, policy = ''] = /content="(default-src[^"]*)"/.exec(page) ?? [];
      const rules = new Map(policy.split('; ').map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1)]));
      assert.deepEqual(rules.get('default-src'), ["'none'"]);
      assert.deepEqual(rules.get('script-src'), ["'nonce-abc'"]);
      for (const kind of ['style-src', 'font-src'])
        assert.deepEqual(rules.get(kind), ['https://pane.example']);
      assert.ok(!/unsafe|\*|https?:(?!\/\/pane)/.test(policy), policy);
      const scripts = [...page.matchAll(/<script[^>]*>/g)].map(([script]) => script);
      assert.deepEqual(scripts, [`<script type="module" nonce="abc" src="/x/${name}Pane.js">`]);
      assert.match(page, /<html lang="zh-cn">/);
    });
});

describe('kinds of messages that are shown', () => {
  it('are those of a list that are known, in their order, each once', () => {
    assert.deepEqual(parseKinds([...messageKinds].reverse()), messageKinds);
    assert.deepEqual(parseKinds(['no such', messageKinds[0], messageKinds[0], 7]), [messageKinds[0]]);
    assert.deepEqual(parseKinds([]), []);
    for (const wrong of [undefined, null, 'user', {}]) assert.equal(parseKinds(wrong), undefined);
  });

  it('come with the place of the reader, which is a count', () => {
    assert.deepEqual(parseFilter({ kinds: [], at: 0, more: 1 }), { type: 'filter', kinds: [], at: 0 });
    assert.deepEqual(parseFilter({ kinds: [] }), { type: 'filter', kinds: [] });
    for (const at of [-1, 1.5, '1', null, NaN]) assert.equal(parseFilter({ kinds: [], at }), undefined);
    assert.equal(parseFilter({ at: 1 }), undefined);
  });

  it('are the same again after one was chosen twice', () => {
    for (const kind of messageKinds) {
      const some = messageKinds.slice(1);
      assert.notDeepEqual(toggled(some, kind), some);
      assert.deepEqual(toggled(toggled(some, kind), kind), some);
    }
  });

  it('have a place in their conversation, filtered or not', () => {
    assert.equal(placeOf({ position: 3 }), 3);
    assert.equal(placeOf({ position: 3, at: 9 }), 9);
  });
});

describe('the mark of an entry of a summary', () => {
  const summary = {
    decisions: ['Round once', { text: 'Use cents', status: 'accepted' }],
    待办: [{ value: '通知会计', state: 'open' }],
    own: { a: 'first', b: 'second' },
  };

  it('finds it again, also where its state is another or others came before it', () => {
    for (const [section, text] of [
      ['decisions', 'Round once'],
      ['decisions', 'Use cents'],
      ['待办', '通知会计'],
      ['own', 'second'],
    ] as const) {
      const mark = summaryEntryId(section, text);
      const found = summaryEntryById(summary, mark);
      assert.deepEqual([found?.section, found?.text], [section, text]);
      const changed = {
        ...summary,
        decisions: ['new one', { text: 'Use cents', status: 'done' }, 'Round once'],
      };
      assert.equal(summaryEntryById(changed, mark)?.text, text);
    }
  });

  it('finds nothing that is not there any more, or says something else, or stands elsewhere', () => {
    assert.equal(summaryEntryById(summary, summaryEntryId('decisions', 'Round twice')), undefined);
    assert.equal(summaryEntryById(summary, summaryEntryId('facts', 'Round once')), undefined);
    for (const empty of [undefined, null, '', {}])
      assert.equal(summaryEntryById(empty, summaryEntryId('a', 'b')), undefined);
  });

  it('finds a summary that is one text', () => {
    assert.deepEqual(summaryEntryById('all of it', summaryEntryId('', 'all of it')), {
      section: '',
      value: 'all of it',
      text: 'all of it',
    });
  });

  it('is called by its section, in either language', () => {
    for (const [section, kind] of [
      ['decisions', 'decision'],
      ['决策', 'decision'],
      ['TODO', 'task'],
      ['constraints', 'constraint'],
      ['问题', 'issue'],
      ['own', 'note'],
    ])
      assert.equal(kindOfSection(section ?? ''), kind);
  });
});

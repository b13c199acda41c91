import assert from 'node:assert/strict';
import { parse } from 'yaml';
import { formatFrontMatter, parseFrontMatter } from '../../../../src/history/shared/frontMatter.ts';

const texts = [
  ...[
    'Round tax once',
    '税只舍入一次',
    'a: b',
    'a #b',
    '- x',
    'true',
    '12',
    '2026-11-23T07:30:00Z',
    '"quoted"',
  ],
  ...[
    "it's",
    '[x]',
    '{x}',
    'x]',
    'a, b',
    '@x',
    '*x',
    '&x',
    '!x',
    '%x',
    '`x`',
    '> x',
    '| x',
    '? x',
    ': x',
    '#x',
  ],
  ...[
    'line\u2028break',
    'tab\there',
    'line\nbreak',
    ' spaces ',
    'null',
    '~',
    'x:',
    '\\',
    'a\\nb',
    '1e3',
    '0x1f',
    '.5',
    '---',
    '🙂',
  ],
];

describe('front matter', () => {
  it('says what it was given, to us and to any reader of YAML', () => {
    for (const text of texts) {
      const made = formatFrontMatter({
        fields: { title: text, tags: [text, 'other'] },
        others: [],
        body: 'Text',
      });
      const read = parseFrontMatter(made);
      assert.deepEqual(
        read,
        { fields: { title: text, tags: [text, 'other'] }, others: [], body: 'Text\n' },
        made,
      );
      const yaml: unknown = parse(made.split('---\n')[1] ?? '');
      assert.deepEqual(yaml, { title: text, tags: [text, 'other'] }, made);
    }
  });

  it('is read where Windows or another program wrote it, and keeps what it does not know', () => {
    const text =
      "\uFEFF---\r\nid: 'it''s'\r\nreviewers:\r\n  - ann\r\ntags: [a, \"b, c\"]\r\n---\r\n\r\nText\r\n";
    const read = parseFrontMatter(text);
    assert.deepEqual(read.fields, { id: "it's", tags: ['a', 'b, c'] });
    assert.deepEqual(read.others, ['reviewers:\n  - ann']);
    assert.equal(read.body, 'Text\n');
    assert.deepEqual(parseFrontMatter(formatFrontMatter(read)), read);
  });

  it('is missing where a text has none, or does not end it', () => {
    for (const text of ['', 'Text', '# Title\n\n---\n', '---\nno end', 'x\n---\na: b\n---\n'])
      assert.deepEqual(parseFrontMatter(text), { fields: {}, others: [], body: text });
  });
});

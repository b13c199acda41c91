import assert from 'node:assert/strict';
import { CodeBlocks } from '../../../src/history/archive/codeBlocks.ts';
import { decodeText, encodeText } from '../../../src/history/archive/text.ts';
import { seeded } from '../../seeded.ts';

/** The lines of a text that are of blocks of code, from the one that opens a block to the one that closes it. */
function blocksIn(text: string): readonly string[] {
  const lines = text.split('\n');
  const blocks = new CodeBlocks(lines);
  const found: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const end = blocks.endOf(at);
    if (end === undefined) continue;
    found.push(`${at}-${end}`);
    at = end;
  }
  return found;
}

describe('blocks of code in a message', () => {
  it('are those that are closed, by as many of the same character at least', () => {
    const rows: readonly (readonly [text: string, blocks: readonly string[]])[] = [
      ['```\ncode\n```', ['0-2']],
      ['```ts\ncode\n```\ntext\n~~~\ncode\n~~~', ['0-2', '4-6']],
      ['````\n```\n````', ['0-2']],
      ['```\ncode\n`````', ['0-2']],
      ['```\ncode\n~~~', []],
      ['```\ncode', []],
      ['````\ncode\n```', []],
      ['``\ncode\n``', []],
      ['```\ncode\n``` more', []],
      ['``` a`b\ncode\n```', []],
      ['~~~ a`b\ncode\n~~~', ['0-2']],
      ['```\r\ncode\r\n```\r', ['0-2']],
      ['```\n    ```\n```', ['0-2']],
      ['text ```\ncode\n```', []],
    ];
    for (const [text, blocks] of rows) assert.deepEqual(blocksIn(text), blocks, JSON.stringify(text));
  });

  it('are found behind one that is not closed', () => {
    assert.deepEqual(blocksIn('````\nnever closed\n```\ncode\n```'), ['2-4']);
    assert.deepEqual(blocksIn('~~~~\n~~~\ncode\n~~~\n~~~\ncode\n~~~'), ['1-3', '4-6']);
  });

  it('within lists are those that are indented alike, as a whole', () => {
    const rows: readonly (readonly [text: string, blocks: readonly string[]])[] = [
      ['- a\n  ```\n  code\n\n  more\n  ```', ['1-5']],
      ['- a\n  ```\n  code\n ```', []],
      ['- a\n  ```\n code\n  ```', []],
      ['- a\n  ```\n  code\n  ~~~', []],
      // Four blanks: a block in a list of two levels, or the rest of a paragraph, in which marks would mean something.
      ['- a\n  - b\n    ```\n    code\n    ```', ['2-4']],
      ['- a\n  - b\n    ```\n    <b>code</b>\n    ```', []],
      ['- a\n  - b\n    ```\n    `code`\n    ```', []],
      ['- a\n  - b\n    ```\n    code\n\n    more\n    ```', []],
      ['- a\n  - b\n\n    ```\n    <b>`code`</b>\n\n    more\n    ```', ['3-7']],
      ['- a\n  - b\n    ```\n    code\n    ````', []],
    ];
    for (const [text, blocks] of rows) assert.deepEqual(blocksIn(text), blocks, JSON.stringify(text));
    const long = `- a\n  \`\`\`\n${'  code\n'.repeat(2_000)}  \`\`\``;
    assert.deepEqual(blocksIn(long), [], 'too long to be looked for');
  });

  it('are found in a long text without end at once', () => {
    assert.deepEqual(blocksIn('```\n'.repeat(50_001)).length, 25_000);
    assert.deepEqual(blocksIn(`${'````` a\n'.repeat(20_000)}${'~~~ b\n'.repeat(20_000)}`), []);
  });

  it('never change what is read again', () => {
    const random = seeded(11);
    const pieces = [
      ...[
        '```',
        '````',
        '~~~',
        '  ```',
        '    ```',
        '    ~~~',
        '- item',
        '  - item',
        '```ts',
        '<!-- marker -->',
      ],
      ...[
        'code <b>',
        '`span`',
        '',
        '   ',
        '\t',
        '# heading',
        '中文 & text',
        '> quote',
        '| a | b |',
        '\\`',
        '&#60;!-- ',
      ],
    ];
    for (let n = 0; n < 1_500; n++) {
      const lines = Array.from(
        { length: Math.floor(random() * 14) },
        () => pieces[Math.floor(random() * pieces.length)] ?? '',
      );
      const text = lines.join(random() < 0.2 ? '\r\n' : '\n');
      const encoded = encodeText(text);
      assert.equal(decodeText(encoded), text);
      assert.ok(!encoded.some((line) => line.startsWith('<!-- ')), 'no line can be taken for the layout');
    }
  });
});

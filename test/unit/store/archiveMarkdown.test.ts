import assert from 'node:assert/strict';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { archivedMessage } from '../../../src/history/archive/message.ts';
import { endOfArchive, writeMessage, writeSubagent } from '../../../src/history/archive/markdown.ts';
import { MessageParser } from '../../../src/history/archive/parseMarkdown.ts';
import { decodeText, encodeText } from '../../../src/history/archive/text.ts';
import type { ArchivedMessage, ArchivedSubagent } from '../../../src/history/archive/types.ts';
import type { JsonObject, JsonValue } from '../../../src/disk/base/core.ts';
import type { MessageRecord, ToolCall } from '../../../src/agents/reading/types.ts';

/** Through the bytes of a file, as they will be. */
const throughUtf8 = (text: string) => Buffer.from(text, 'utf8').toString('utf8');

function readBack(markdown: string): ArchivedMessage[] {
  const parser = new MessageParser();
  const read = throughUtf8(markdown)
    .split('\n')
    .flatMap((line) => parser.push(line) ?? []);
  assert.ok(parser.ended);
  return read;
}

const written = (messages: readonly ArchivedMessage[]) =>
  messages.map((message) => writeMessage(message)).join('') + endOfArchive;

/** Pieces that mean something to Markdown, to HTML or to the layout, and what surrounds them. */
const pieces = [
  '\n',
  '\n\n',
  '\r',
  '\r\n',
  '\0',
  '\ud800',
  '\udc00',
  '\u2028',
  '\ufeff',
  '😀',
  '修复',
  ' ',
  '    ',
  '\t',
  'text',
  '\\',
  '`',
  '``',
  '```',
  '````js',
  '~~~',
  '# Heading',
  '## User · 2026-02-05 12:00:00 UTC',
  '---',
  '===',
  '> Tool: Bash({})',
  '- ',
  '1. ',
  '* ',
  '<!-- message {"id":"x"} -->',
  '<!-- end -->',
  '<!-- tool {} -->',
  '<!--',
  '-->',
  '</details>',
  '<details>',
  '<script>alert(1)</script>',
  '&#60;',
  '&lt;',
  '[a]: http://b',
  '|a|b|\n|-|-|',
  '---\nsession: "x"\n---',
];
const anyText = fc.oneof(
  fc.string({ unit: 'binary', size: 'medium' }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.array(fc.constantFrom(...pieces), { maxLength: 25, size: 'max' }).map((parts) => parts.join('')),
  fc.array(fc.constantFrom(...pieces), { maxLength: 25, size: 'max' }).map((parts) => parts.join('\n')),
);
const asJson = (value: unknown) => JSON.parse(JSON.stringify(value)) as JsonValue;
const anyJson: fc.Arbitrary<JsonValue> = fc.oneof(
  anyText,
  fc.jsonValue({ stringUnit: 'binary' }).map(asJson),
);
const anyArgs = fc.dictionary(anyText, anyJson, { maxKeys: 4 }).map((args) => asJson(args) as JsonObject);
const anyTime = fc.constantFrom('2026-02-05T12:00:00.000Z', '2026-02-05T12:00:00.001Z');
const maybe = <T>(key: string, value: fc.Arbitrary<T>) =>
  fc.option(value, { nil: undefined }).map((v) => [key, v]);
const withOptional = (base: object, ...entries: (readonly unknown[])[]): unknown => ({
  ...base,
  ...Object.fromEntries(entries.filter(([, value]) => value !== undefined) as [string, unknown][]),
});

const anyCall = fc
  .tuple(
    fc.record({
      id: anyText,
      name: anyText,
      args: anyArgs,
      status: fc.constantFrom('success', 'error', 'cancelled', 'pending'),
    }),
    maybe('result', anyJson),
    maybe('resultDisplay', anyText),
    maybe('timestamp', anyTime),
    maybe('agentId', anyText),
  )
  .map(([base, ...more]) => withOptional(base, ...more) as ToolCall);

const anyMessage = fc
  .tuple(
    fc.record({
      // What is no Unicode text comes back as such, so that it can be searched.
      id: anyText.map((id) => Buffer.from(id).toString('utf8')),
      timestamp: anyTime,
      type: fc.constantFrom('user', 'assistant', 'info', 'error', 'warning'),
      content: fc.oneof(
        anyText,
        fc.array(
          anyText.map((text) => ({ text })),
          { maxLength: 3 },
        ),
      ),
    }),
    maybe('toolCalls', fc.array(anyCall, { maxLength: 3 })),
    maybe('model', anyText),
    maybe(
      'compaction',
      fc.tuple(maybe('trigger', anyText), maybe('summary', anyText)).map((all) => withOptional({}, ...all)),
    ),
  )
  .map(([base, ...more]) => withOptional(base, ...more) as MessageRecord);

describe('Markdown of an archive', () => {
  it('gives back any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        assert.equal(decodeText(throughUtf8(encodeText(text).join('\n')).split('\n')), text);
      }),
      { numRuns: Number(process.env.RUNS ?? 2_000) },
    );
  });

  it('takes linear time for hostile texts', () => {
    const size = 400_000;
    const bits = [
      '` <',
      '`|<',
      '```a\n',
      '  ```a\n',
      'x\n    ```a\n',
      '`````a\n',
      '```\n',
      '- ',
      '[',
      '~',
      '\\',
      '&#1',
      '\r',
    ];
    const repeated = bits.map((bit) => bit.repeat(size / bit.length));
    const unclosed = '`````a\n'.repeat(size / 14) + '```\n'.repeat(size / 8);
    for (const text of [...repeated, unclosed]) {
      assert.equal(decodeText(encodeText(text)), text);
    }
  });

  it('gives back any messages', () => {
    fc.assert(
      fc.property(fc.array(anyMessage, { maxLength: 4 }), fc.constantFrom(0, 0, 5), (records, maxChars) => {
        const messages = records.map((record) => archivedMessage(record, maxChars));
        assert.deepEqual(readBack(written(messages)), messages);
      }),
      { numRuns: Number(process.env.RUNS ?? 500) },
    );
  });

  it('gives back any conversations of subagents, after that of the session', () => {
    const anySubagent = fc
      .tuple(fc.record({ agentId: anyText }), maybe('title', anyText))
      .map(([base, title]) => withOptional(base, title) as ArchivedSubagent);
    const someMessages = fc
      .array(anyMessage, { maxLength: 2 })
      .map((records) => records.map((record) => archivedMessage(record)));
    const conversations = fc.array(fc.tuple(anySubagent, someMessages), { maxLength: 3 });
    fc.assert(
      fc.property(someMessages, conversations, (own, subagents) => {
        const sections = subagents.map(([subagent, messages]) => [
          writeSubagent(subagent),
          ...messages.map((message) => writeMessage(message)),
        ]);
        const markdown = [
          ...own.map((message) => writeMessage(message)),
          ...sections.flat(),
          endOfArchive,
        ].join('');
        const theirs = subagents.flatMap(([subagent, messages]) =>
          messages.map((message) => ({ ...message, subagent })),
        );
        assert.deepEqual(readBack(markdown), [...own, ...theirs]);
      }),
      { numRuns: Number(process.env.RUNS ?? 300) },
    );
  });

  it('shows the layout of any text as Markdown readers see it: no heading, quote or HTML but ours', () => {
    const markdown = new MarkdownIt({ html: true });
    const forged = new Set(['heading_open', 'blockquote_open', 'html_block', 'html_inline']);
    fc.assert(
      fc.property(anyText, (text) => {
        const shown = markdown.parse(`${throughUtf8(encodeText(text).join('\n'))}\n\n<!-- end -->\n`, {});
        const all = shown.flatMap((token) => [token, ...(token.children ?? [])]);
        const found = all.filter(({ type }) => forged.has(type)).map(({ content, type }) => [type, content]);
        assert.deepEqual(found, [['html_block', '<!-- end -->\n']]);
      }),
      { numRuns: Number(process.env.RUNS ?? 2_000) },
    );
  });

  it('shows the headings, quotes and folds of its own messages, and no others', () => {
    const markdown = new MarkdownIt({ html: true });
    const ours =
      /^(<!-- (message|tool|summary|end)( \{.*\})? -->|<details><summary>[A-Z][a-z ()]+<\/summary>|<\/details>)\n$/s;
    fc.assert(
      fc.property(fc.array(anyMessage, { maxLength: 3 }), (records) => {
        const messages = records.map((record) => archivedMessage(record));
        const shown = markdown.parse(throughUtf8(written(messages)), {});
        const all = shown.flatMap((token) => [token, ...(token.children ?? [])]);
        const count = (type: string) => all.filter((token) => token.type === type).length;
        assert.equal(count('heading_open'), messages.length);
        assert.equal(count('blockquote_open'), messages.flatMap(({ toolCalls }) => toolCalls).length);
        assert.equal(count('html_inline'), 0);
        for (const { type, content } of all) if (type === 'html_block') assert.match(content, ours);
      }),
      { numRuns: Number(process.env.RUNS ?? 500) },
    );
  });
});

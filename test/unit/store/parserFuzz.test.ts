import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readHead } from '../../../src/history/archive/frontMatter.ts';
import { MessageParser } from '../../../src/history/archive/parseMarkdown.ts';
import { parseChoices } from '../../../src/insight/brief/choices.ts';
import { parseActive, parseArchived, parseIndex } from '../../../src/history/contexts/contextFiles.ts';
import { parseDialogFile } from '../../../src/history/dialogs/dialogFile.ts';
import { parsePending } from '../../../src/history/dialogs/layout.ts';
import { parseMessages } from '../../../src/history/dialogs/messages.ts';
import { parseSummary } from '../../../src/history/dialogs/summary.ts';
import { StoreError } from '../../../src/disk/base/core.ts';
import { WrongContent } from '../../../src/disk/files/json.ts';
import { parseOwner } from '../../../src/disk/files/owner.ts';
import { parseImport } from '../../../src/history/memory/imports.ts';
import { parseRecord } from '../../../src/history/memory/records.ts';
import { parseTags } from '../../../src/history/memory/labels.ts';
import { timeIn, timeOf } from '../../../src/history/memory/times/timeRange.ts';
import { readCursor } from '../../../src/find/search/cursor.ts';
import { readDate } from '../../../src/find/search/dates.ts';
import { readQuery } from '../../../src/find/search/query.ts';
import { formatReference, parseReference } from '../../../src/find/search/reference.ts';
import { parseLabelRecord } from '../../../src/history/sessions/labelRecords.ts';
import { parseSessionSummary } from '../../../src/history/sessions/summaryFile.ts';
import { isWithdrawn, parseShared, parseWithdrawn } from '../../../src/history/shared/sharedFile.ts';
import { parsePrices } from '../../../src/insight/usage/priceSettings.ts';

/** The same arbitrary values at every run; what once broke a parser is kept as an example beside it. */
const runs = { seed: 20_261_122, numRuns: 400 } as const;
const now = Date.UTC(2026, 1, 5, 12);

/** A parser may refuse, in the words it has for that, and nothing else may come out of it. */
function tried<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch (error) {
    if (error instanceof WrongContent || error instanceof StoreError) return undefined;
    throw error;
  }
}

/** Whatever is in a result, its times are times and its texts can be written down. */
function assertSound(value: unknown): void {
  if (typeof value === 'number') assert.ok(!Number.isNaN(value));
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (/(?:^ts|At)$/.test(key) && typeof inner === 'number') new Date(inner).toISOString();
    if (key !== 'metadata' && key !== 'meta') assertSound(inner); // which may be anything
  }
}

const odd = fc.constantFrom<unknown>(
  ...[
    null,
    true,
    '',
    'x',
    '\ud800',
    'user',
    'assistant',
    'active',
    'archived',
    0,
    -1,
    1.5,
    now,
    now * 1e6,
    1e300,
  ],
  ...[[], {}, '2026-02-05T12:00:00.000Z', '+275760-09-13T00:00:00.001Z', '__proto__', 'put', 'delete'],
);
const keys = fc.constantFrom(
  ...[
    'role',
    'text',
    'ts',
    'id',
    'meta',
    'name',
    'createdAt',
    'updatedAt',
    'archivedAt',
    'status',
    'contextId',
  ],
  ...[
    'turns',
    'items',
    'title',
    'summary',
    'v',
    'op',
    'at',
    'content',
    'tags',
    'content_hash',
    'created_at',
    '__proto__',
  ],
  ...['to', 'backup', 'pid', 'host', 'start', 'session', 'source', 'sessionId', 'note', 'archived'],
  ...['writtenAt', 'pinned', 'never', 'section', 'time', 'reference', 'about', 'models', 'input', 'output'],
);
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    odd,
    fc.string(),
    fc.double(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(keys, tie('value')), { maxLength: 8 }).map((entries) => Object.fromEntries(entries)),
  ),
})).value;
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc
    .array(
      fc.oneof(
        fc.string({ maxLength: 8 }),
        fc.constantFrom(
          ...[
            '---',
            '\n',
            '"',
            '/',
            '\\',
            '(',
            ')',
            '[',
            '{',
            '}',
            ':',
            '-',
            '“',
            '”',
            ' ',
            '<!-- message {',
            '} -->',
          ],
          ...[
            'role:',
            'after:',
            'on:',
            '2026-02-30',
            'history://',
            '%',
            '昨天',
            'between ',
            ' and ',
            '99999999999999 days ago',
          ],
          ...[
            '# ',
            'id: ',
            'created: ',
            'tags: [',
            'withdrawn: ',
            '## ',
            '[2026-02-05T12:00:00.000Z] "note" ["a"]',
            '{"type":"entity"}',
            '\u2028',
            '\ufeff',
          ],
        ),
      ),
      { maxLength: 30 },
    )
    .map((pieces) => pieces.join('')),
);

describe('parsers of what is on disk', () => {
  for (const [name, parse] of Object.entries<(value: unknown) => unknown>({
    messages: parseMessages,
    summary: (value) => void parseSummary(value), // whatever an agent wrote
    'dialog.json': parseDialogFile,
    'active.json': parseActive,
    'an archived context': parseArchived,
    'the index of contexts': parseIndex,
    'a record of the memories': (value) => parseRecord(JSON.stringify(value)),
    'pending.json': parsePending,
    'brief.json': parseChoices,
    'labels of sessions': (value) => parseLabelRecord(JSON.stringify(value)),
    'the summary of a session': parseSessionSummary,
    prices: (value) => parsePrices(value, 'settings.json'),
    'the owner of a lock': (value) => parseOwner(JSON.stringify(value)),
    tags: parseTags,
    'an import': (value) => parseImport(JSON.stringify(value)),
  }))
    it(`take any JSON as ${name}, or say what is wrong with it`, () => {
      fc.assert(
        fc.property(fc.oneof(json, fc.array(json, { maxLength: 5 })), (value) =>
          assertSound(tried(() => parse(value))),
        ),
        {
          ...runs,
          examples: [[[{ role: 'user', text: 'x', ts: 1e300 }]], [{ items: [{ contextId: 'c' }] }]],
        },
      );
    });

  it('take any text as an archive', () => {
    fc.assert(
      fc.property(text, (archive) => {
        assertSound(tried(() => readHead(archive)));
        const parser = new MessageParser();
        for (const line of archive.split('\n')) assertSound(parser.push(line));
      }),
      runs,
    );
  });

  it('take any text as an item that is shared', () => {
    fc.assert(
      fc.property(text, (given) => {
        const file = isWithdrawn(given) ? parseWithdrawn('x.md', given) : parseShared('x.md', given);
        assertSound(file);
      }),
      { ...runs, examples: [['---\nid: x\ncreated: +275760-09-13T00:00:00.001Z\ntags: [a, "\n---\n\n']] },
    );
  });

  it('take any text as memories to be imported', () => {
    fc.assert(
      fc.property(text, (given) => assertSound(tried(() => parseImport(given)))),
      runs,
    );
  });
});

describe('parsers of what is typed', () => {
  it('take any text as a query, a date, a cursor or a time, or say what is wrong with it', () => {
    fc.assert(
      fc.property(text, (typed) => {
        for (const zone of ['utc', 'local'] as const) {
          const query = tried(() => readQuery(typed, { now, zone }));
          assertSound(query?.filters);
          assertSound(tried(() => readDate(typed, now, zone)));
        }
        tried(() => readCursor(typed, { query: 'x' }));
        assertSound(tried(() => timeOf(typed, now)));
        assertSound(tried(() => timeIn(typed, now)));
      }),
      { ...runs, examples: [['on:9999999'], ['after:9999y'], ['/(?<a>x)(?<a>y)/']] },
    );
  });

  it('read every reference that was written, and none that was not', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'binary' }), fc.string({ minLength: 1 }), (name, entry) => {
        const reference = { source: 'dialogs', name, entry } as const;
        assert.deepEqual(parseReference(formatReference(reference)), {
          ...reference,
          name: Buffer.from(name).toString(),
        });
      }),
      runs,
    );
    fc.assert(
      fc.property(text, (typed) => void tried(() => parseReference(typed))),
      runs,
    );
  });
});

import assert from 'node:assert/strict';
import { compose } from '../../../src/insight/brief/compose.ts';
import { omittedCount, sessionStatements } from '../../../src/insight/brief/sessionStatements.ts';
import { sayIn } from '../../../src/disk/base/texts.ts';
import { briefWords } from '../../../src/insight/brief/words.ts';
import { briefFactsOf } from '../../../src/insight/brief/briefFacts.ts';
import type { SessionFacts } from '../../../src/history/facts/sessionFacts.ts';

const iso = (entry: number): string => new Date(Date.UTC(2026, 1, 5) + entry * 60_000).toISOString();
const said = (entry: number, text: string) => ({ entry, time: iso(entry), text });
const none: SessionFacts = {
  requests: [],
  rules: [],
  decisions: [],
  approved: [],
  files: [],
  commands: [],
  plan: undefined,
};

/** A session of so many requests, files and kinds of commands. */
const long = (count: number): SessionFacts => ({
  ...none,
  requests: Array.from({ length: count }, (_, n) =>
    said(n + 1, n % 10 === 9 ? `ok ${n}` : `Request ${n} ${'of many words '.repeat(n % 50)}`),
  ),
  files: Array.from({ length: count }, (_, n) => ({
    entry: n + 1,
    time: iso(n + 1),
    path: `src/f${n}.ts`,
    times: 1,
  })),
  commands: Array.from({ length: count }, (_, n) => ({
    entry: n + 1,
    time: iso(n + 1),
    kinds: [`npm run t${n}`],
    isLook: false,
    runs: 1,
    outcome: n % 3 === 0 ? ('failed' as const) : ('passed' as const),
  })),
});

function brief(facts: SessionFacts, maxTokens: number) {
  const told = briefFactsOf(facts);
  const statements = sessionStatements({ sessionId: 'abc' }, told, {
    isWhole: true,
    changed: new Set(),
    words: briefWords(sayIn('en')),
  });
  const further = omittedCount(told, true);
  return {
    statements,
    ...compose(statements, { purpose: 'afterCompaction', maxTokens, language: 'en', further }),
  };
}

describe('what of a session is worth telling', () => {
  it('is all of it, as long as a brief might have room for it', () => {
    const { requests, files, commands, more } = briefFactsOf(long(900));
    assert.deepEqual([requests.length, files.length, commands.length], [900, 900, 800]);
    assert.deepEqual(more, { requests: 0, files: 0, commands: 100 });
  });

  it('does not grow with the session, and says how much more there was', () => {
    const sizes = [4_000, 12_000].map((count) => JSON.stringify(briefFactsOf(long(count))).length);
    assert.ok(
      sizes.every((size) => size < 1_000_000),
      sizes.join(', '),
    );
    assert.ok(Math.abs((sizes[0] ?? 0) - (sizes[1] ?? 0)) < 50_000, sizes.join(', '));
    const { requests, more } = briefFactsOf(long(10_000));
    assert.equal(requests.length + more.requests, 10_000);
    assert.equal(requests[0]?.text, 'Request 0');
  });

  it('is what the largest brief tells of a session of any length: the newest, the first, and how many more', () => {
    const { text, items, omitted, statements } = brief(long(5_000), 4_000);
    const told = briefFactsOf(long(5_000));
    assert.match(text, /Request 0/);
    assert.match(text, /Request 4998/);
    const own = items.filter(({ about }) => about !== 'together');
    assert.equal(
      own.length + omitted,
      statements.filter(({ belowLength }) => belowLength === undefined).length + omittedCount(told, true),
    );
    assert.ok(text.includes(`${omitted} more left out`), text.slice(-300));
  });

  it('keeps nods only where there is room for them', () => {
    const nods = Array.from({ length: 3_000 }, (_, n) => said(n + 1, 'ok'.padEnd(2 + (n % 40), '!')));
    const requests = Array.from({ length: 1_200 }, (_, n) => said(4_000 + n, `Request ${n}`));
    const kept = briefFactsOf({ ...none, requests: [...nods, ...requests] }).requests;
    assert.ok(kept.length <= 1_000);
    assert.equal(kept.filter(({ isNod }) => isNod).length, 1, 'the first');
    assert.equal(kept.at(-1)?.text, 'Request 1199');
  });
});

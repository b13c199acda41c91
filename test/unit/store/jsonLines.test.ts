import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { JsonObject } from '../../../src/disk/base/core.ts';
import { JsonLines } from '../../../src/agents/reading/lines.ts';
import { all } from '../../../src/agents/reading/whole.ts';
import { pieces } from './reading.ts';

async function read(bytes: Uint8Array, { cuts = [] as readonly number[], maxBytes = 1_000 } = {}) {
  const lines = new JsonLines(pieces(bytes, cuts), { maxBytes });
  const read: JsonObject[] = [];
  for await (const line of lines) read.push(line);
  return { read, unreadable: lines.unreadable };
}

const of = (text: string) => Buffer.from(text);

describe('lines of JSON', () => {
  it('reads objects, with or without an end to the last line', async () => {
    assert.deepEqual(await read(of('{"a":1}\n{"b":2}')), { read: [{ a: 1 }, { b: 2 }], unreadable: 0 });
    assert.deepEqual(await read(of('{"a":1}\n')), { read: [{ a: 1 }], unreadable: 0 });
    assert.deepEqual(await read(of('')), { read: [], unreadable: 0 });
  });

  it('accepts a byte order mark, CRLF, blank lines and NUL padding', async () => {
    const text = '\uFEFF{"a":1}\r\n\r\n  \n\0\0\0\n\0\0{"b":2}\0\0\r\n\0\0\0\0';
    assert.deepEqual(await read(of(text)), { read: [{ a: 1 }, { b: 2 }], unreadable: 0 });
  });

  it('holds the lines of a short file for who reads them again, and of a long one none', async () => {
    const text = '{"a":1}\nnull\n{"b":2}\n';
    const whole = new JsonLines(pieces(of(text), [3, 9]), { holdBytes: text.length });
    assert.equal(whole.held, undefined);
    assert.deepEqual(await all(whole), [{ a: 1 }, { b: 2 }]);
    assert.deepEqual(whole.held, [{ a: 1 }, { b: 2 }]);
    const long = new JsonLines(pieces(of(text), [3, 9]), { holdBytes: text.length - 1 });
    assert.deepEqual(await all(long), [{ a: 1 }, { b: 2 }]);
    assert.equal(long.held, undefined);
  });

  it('counts what is not an object, and reads on', async () => {
    const text = '{"a":1}\nnull\n[1]\n"x"\n7\nnot json\n{"b":2}\n{"torn":"la';
    assert.deepEqual(await read(of(text)), { read: [{ a: 1 }, { b: 2 }], unreadable: 6 });
  });

  it('finds the line a program wrote behind one it had torn', async () => {
    const text = '{"id":1,"of":{"a":1}}\n{"id":2,"text":"to{"id":3,"of":{"b":2}}\n{"id":4,"of":{"id":5';
    assert.deepEqual(await read(of(text)), {
      read: [
        { id: 1, of: { a: 1 } },
        { id: 3, of: { b: 2 } },
      ],
      unreadable: 2,
    });
  });

  it('counts a line too long to hold, however it is cut', async () => {
    const bytes = of(`{"a":1}\n{"long":"${'x'.repeat(2_000)}"}\n{"b":2}`);
    const expected = { read: [{ a: 1 }, { b: 2 }], unreadable: 1 };
    assert.deepEqual(await read(bytes), expected);
    assert.deepEqual(await read(bytes, { cuts: [500, 900, 1_500, 2_015] }), expected);
  });

  it('counts a line nested so deeply that writing it again would overflow the stack', async () => {
    const nested = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const { read: lines, unreadable } = await read(of(`${nested}\n{"b":2}`), { maxBytes: 1_000_000 });
    assert.deepEqual({ lines, unreadable }, { lines: [{ b: 2 }], unreadable: 1 });
  });

  it('gives the same lines wherever the bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ text: fc.string({ unit: 'grapheme' }) }, { noNullPrototype: true })),
        fc.array(fc.nat(400)),
        async (objects, cuts) => {
          const bytes = of(objects.map((object) => JSON.stringify(object)).join('\n'));
          const expected = { read: objects, unreadable: 0 };
          assert.deepEqual(await read(bytes, { cuts: cuts.filter((cut) => cut < bytes.length) }), expected);
        },
      ),
    );
  });

  it('passes on errors of the disk', async () => {
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield of('{"a":1}\n');
      await Promise.resolve();
      throw new Error('EIO');
    }
    await assert.rejects(async () => {
      for await (const line of new JsonLines(failing())) assert.deepEqual(line, { a: 1 });
    }, /EIO/);
  });
});

describe('records glued on a line', () => {
  const line = (id: number, text = 'x'): JsonObject => ({
    parent: null,
    type: 'user',
    message: { content: [{ type: 'text', text }, [1, -2.5e3, true, null], {}], of: { a: { b: id } } },
    id,
  });
  const written = (id: number, text?: string) => JSON.stringify(line(id, text));

  it('are all read, two or three on a line, on the first one too, with padding between', async () => {
    for (const between of ['', ' ', '\t', '\0\0', '\r', ' \0\r ', '\uFEFF'])
      for (const before of ['', `${written(0)}\n`]) {
        const text = `${before}${[written(1), written(2), written(3)].join(between)}\n${written(4)}`;
        const { read: lines, unreadable } = await read(of(text));
        assert.deepEqual(lines, [...(before === '' ? [] : [line(0)]), line(1), line(2), line(3), line(4)]);
        assert.equal(unreadable, 0);
      }
  });

  it('are not sought in texts', async () => {
    const odd = ['}{', '"}{"', '\\"}{\\"', '{"a":1}{"b":2}', '\\', '}\n{'];
    for (const text of odd) {
      const both = { read: [line(1, text), line(2, text)], unreadable: 0 };
      assert.deepEqual(await read(of(`${written(1, text)}\n${written(2, text)}`)), both);
      assert.deepEqual(await read(of(written(1, text) + written(2, text))), both);
    }
  });

  it('lose no more than the one that was torn, wherever', async () => {
    for (const text of ['x', '}{', '\\"}{"a":', 'ends with \\'])
      for (const between of ['', '\0\0', '\r', ' '])
        for (let cut = 1; cut < written(1, text).length; cut++) {
          const torn = written(1, text).slice(0, cut);
          const bytes = of(
            `${written(0)}\n${torn}${between}${written(2)}${between}${written(3)}\n${written(4)}`,
          );
          const expected = { read: [line(0), line(2), line(3), line(4)], unreadable: 1 };
          assert.deepEqual(await read(bytes), expected, torn + between);
          const last = of(`${written(0)}\n${torn}${between}${written(2)}`);
          assert.deepEqual(await read(last), { read: [line(0), line(2)], unreadable: 1 }, torn);
        }
  });

  it('are no pieces of a document that was torn', async () => {
    for (const text of [
      '[{"a":1},{"b":{"c":1}},{"d":{"e":1}',
      '{"list":[{"a":1}',
      '  {"a":1},',
      '"a": {"b":1}',
    ])
      assert.deepEqual(await read(of(text)), { read: [], unreadable: 1 }, text);
  });

  it('are found in a time that grows with the line, however it is nested', async () => {
    const text = '{"a":'.repeat(200_000);
    assert.deepEqual(await read(of(text), { maxBytes: 2_000_000 }), { read: [], unreadable: 1 });
    const listed = `x${'{"a":['.repeat(20_000)}`;
    assert.deepEqual(await read(of(listed), { maxBytes: 2_000_000 }), { read: [], unreadable: 1 });
  });
});

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

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { FileHandle } from '../../disk/files/open.ts';

/** Size of a chunk of compressed data. Bytes. */
const chunkSize = 64 * 1024;

/** Appends a gzip member with the given bytes to a file. A chunk may be overwritten by the next. */
export async function writeGzip(chunks: AsyncIterable<Uint8Array>, handle: FileHandle): Promise<void> {
  await pipeline(Readable.from(copied(chunks)), createGzip({ chunkSize }), async (packed) => {
    for await (const chunk of packed) if (chunk instanceof Uint8Array) await handle.writeFile(chunk);
  });
}

/** Yields the bytes of consecutive gzip members. Truncated or damaged data fails with a code of zlib. */
export async function* readGzip(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const unpacked = createGunzip({ chunkSize });
  // A failure destroys `unpacked`, which passes it to the reader.
  const fed = pipeline(Readable.from(copied(chunks)), unpacked).catch(() => undefined);
  for await (const chunk of unpacked) if (chunk instanceof Uint8Array) yield chunk;
  await fed;
}

/** Copies chunks, as streams hold several at a time. */
async function* copied(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield Buffer.from(chunk);
}

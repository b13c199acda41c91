import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { FileHandle } from '../files/open.ts';

/** How much compressed data is handed on at once. Bytes. */
const chunkSize = 64 * 1024;

/** Adds a gzip member that holds these bytes at the end of what was written to a file. A chunk may be overwritten by the next. */
export async function writeGzip(chunks: AsyncIterable<Uint8Array>, handle: FileHandle): Promise<void> {
  await pipeline(Readable.from(copied(chunks)), createGzip({ chunkSize }), async (packed) => {
    for await (const chunk of packed) if (chunk instanceof Uint8Array) await handle.writeFile(chunk);
  });
}

/** The bytes that gzip members hold, one member after the other. What was cut off or damaged fails with a code of zlib. */
export async function* readGzip(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const unpacked = createGunzip({ chunkSize });
  // What fails destroys `unpacked`, which tells it to whoever reads.
  const fed = pipeline(Readable.from(copied(chunks)), unpacked).catch(() => undefined);
  for await (const chunk of unpacked) if (chunk instanceof Uint8Array) yield chunk;
  await fed;
}

/** Streams hold several chunks at a time. */
async function* copied(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield Buffer.from(chunk);
}

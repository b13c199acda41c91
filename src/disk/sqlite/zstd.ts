import zlib from 'node:zlib';
import { StoreError, errorMessage } from '../base/core.ts';
import { portable } from './database.ts';

/** Bytes unpacked at once: a frame of a thousand bytes may hold millions. */
const sliceBytes = 1_024;

/** Decompresses zstd, which Node.js has from 22.15. Throws on other bytes. */
export async function unzstd(bytes: Uint8Array): Promise<Uint8Array> {
  const own: unknown = Reflect.get(zlib, 'zstdDecompressSync');
  if (typeof own !== 'function') return (await portable()).unzstd(bytes);
  const text: unknown = Reflect.apply(own, zlib, [bytes]);
  return text instanceof Uint8Array ? text : new Uint8Array();
}

/**
 * Decompresses zstd of any number of frames, skipping those that hold no content. Throws `damaged` after the last whole
 * block where the rest is torn, is no zstd, or unpacks to more than `maxBytes`.
 */
export async function* unzstdChunks(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const unpacked: Uint8Array[] = [];
  const decoder = (await portable()).zstdDecoder((bytes) => unpacked.push(bytes.slice()));
  let left = maxBytes;
  const take = function* (): Generator<Uint8Array> {
    for (const bytes of unpacked.splice(0)) {
      if (left > 0) yield bytes.subarray(0, left);
      left -= bytes.length;
    }
  };
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length; at += sliceBytes) {
      const failure = failureOf(() => decoder(chunk.slice(at, at + sliceBytes), false));
      yield* take();
      if (failure !== undefined) throw damaged(failure);
      if (left < 0) throw damaged(`more than ${maxBytes} bytes`);
    }
  const failure = failureOf(() => decoder(new Uint8Array(), true));
  yield* take();
  if (failure !== undefined) throw damaged(failure);
}

function failureOf(act: () => void): string | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    return errorMessage(error);
  }
}

const damaged = (why: string): StoreError => new StoreError('damaged', `Packed content is damaged: ${why}.`);

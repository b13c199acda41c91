import { createReadStream } from 'node:fs';

/** The bytes of a file, opened when they are asked for and closed after the last, also when the reading stops early. */
export async function* fileChunks(path: string): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of createReadStream(path)) if (chunk instanceof Uint8Array) yield chunk;
}

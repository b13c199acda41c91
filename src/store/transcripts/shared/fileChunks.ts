import { openForeign } from '../../files/foreign.ts';

/** The bytes of a file, opened when they are asked for and closed after the last, also when the reading stops early. */
export async function* fileChunks(path: string): AsyncGenerator<Uint8Array, void, undefined> {
  const stream = (await openForeign(path)).createReadStream();
  for await (const chunk of stream) if (chunk instanceof Uint8Array) yield chunk;
}

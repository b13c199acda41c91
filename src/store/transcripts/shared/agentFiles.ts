import { foreignText, openForeign } from '../../files/foreign.ts';
import type { JsonValue } from '../../base/json.ts';
import { parseJson } from './lines.ts';

/** Files beside a transcript that say more about it are not read when they are larger. Bytes. */
const maxBytes = 64 * 1024 * 1024;

/** A text file that may be there; undefined when it is not, or cannot be read: what it says is never essential. */
export async function readBeside(path: string): Promise<string | undefined> {
  return (await foreignText(path, maxBytes))?.replace(/^\uFEFF/, '');
}

/** The same for JSON; undefined also when it is damaged. */
export async function readJsonBeside(path: string): Promise<JsonValue | undefined> {
  const text = await readBeside(path);
  return text === undefined ? undefined : parseJson(text);
}

/** The bytes of a file, opened when they are asked for and closed after the last, also when the reading stops early. */
export async function* fileChunks(path: string): AsyncGenerator<Uint8Array, void, undefined> {
  const stream = (await openForeign(path)).createReadStream();
  for await (const chunk of stream) if (chunk instanceof Uint8Array) yield chunk;
}

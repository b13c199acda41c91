import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { indexFolder, makeIndexFolder } from '../../disk/files/ignored.ts';
import { removeFile } from '../../disk/files/folders.ts';
import { bytesOf, openToAppend } from '../../disk/files/open.ts';
import { folderAt } from '../../disk/files/way.ts';

const keyBytes = 16;

/** Returns the key of a text. */
export const textKey = (text: string): string =>
  createHash('sha256').update(text).digest().subarray(0, keyBytes).toString('latin1');

/** Vectors by text in `.index/`, so that each text is sent only once. Derived: losing the file only costs time. */
export class VectorFile {
  readonly #history: string;
  readonly #file: string;

  /** Opens the vectors of one provider. */
  constructor(history: string, providerId: string) {
    this.#history = history;
    const name = createHash('sha256').update(providerId).digest('hex').slice(0, 12);
    this.#file = join(indexFolder(history), `embeddings-${name}.bin`);
  }

  /**
   * Reads vectors of a length by `textKey`, optionally only some. Starts a new file if this one has another format.
   */
  async read(dim: number, only?: ReadonlySet<string>): Promise<Map<string, Float32Array>> {
    const found = new Map<string, Float32Array>();
    const bytes = (await bytesOf(this.#file)) ?? Buffer.alloc(0);
    const record = keyBytes + dim * 4;
    if (bytes.length % record !== 0) {
      await removeFile(this.#file);
      return found;
    }
    for (let start = 0; start < bytes.length; start += record) {
      const key = bytes.toString('latin1', start, start + keyBytes);
      if (only && !only.has(key)) continue;
      found.set(
        key,
        new Float32Array(Uint8Array.from(bytes.subarray(start + keyBytes, start + record)).buffer),
      );
    }
    return found;
  }

  /** Appends vectors, if there is a history. */
  async add(vectors: ReadonlyMap<string, Float32Array>): Promise<void> {
    if (folderAt(this.#history) === undefined) return;
    makeIndexFolder(this.#file);
    const records = [...vectors].flatMap(([key, vector]) => [
      Buffer.from(key, 'latin1'),
      Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength),
    ]);
    const handle = await openToAppend(this.#file);
    try {
      await handle.writeFile(Buffer.concat(records));
    } finally {
      await handle.close();
    }
  }
}

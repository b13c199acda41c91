import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errno } from '../errors.ts';
import { assertInside } from '../files/contain.ts';

const keyBytes = 16;

/** What a text is known by. */
export const textKey = (text: string): string =>
  createHash('sha256').update(text).digest().subarray(0, keyBytes).toString('latin1');

/** Vectors by text in `.index/`, so that no text is sent twice. Derived: losing it only costs time. */
export class VectorFile {
  readonly #history: string;
  readonly #file: string;

  /** For the vectors of one provider. */
  constructor(history: string, providerId: string) {
    this.#history = history;
    const name = createHash('sha256').update(providerId).digest('hex').slice(0, 12);
    this.#file = join(history, '.index', `embeddings-${name}.bin`);
  }

  /** All vectors of this length, by `textKey`. A file that does not consist of them is started anew. */
  async read(dim: number): Promise<Map<string, Float32Array>> {
    const found = new Map<string, Float32Array>();
    const bytes = await this.#bytes();
    const record = keyBytes + dim * 4;
    if (bytes.length % record !== 0) {
      await fs.rm(this.#file, { force: true });
      return found;
    }
    for (let start = 0; start < bytes.length; start += record) {
      const key = bytes.toString('latin1', start, start + keyBytes);
      found.set(
        key,
        new Float32Array(Uint8Array.from(bytes.subarray(start + keyBytes, start + record)).buffer),
      );
    }
    return found;
  }

  /** Adds vectors, where there is a history to keep them in. */
  async add(vectors: ReadonlyMap<string, Float32Array>): Promise<void> {
    if (!existsSync(this.#history)) return;
    assertInside(this.#history, dirname(this.#file));
    await fs.mkdir(dirname(this.#file), { recursive: true });
    const records = [...vectors].flatMap(([key, vector]) => [
      Buffer.from(key, 'latin1'),
      Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength),
    ]);
    await fs.appendFile(this.#file, Buffer.concat(records));
  }

  async #bytes(): Promise<Buffer> {
    try {
      return await fs.readFile(this.#file);
    } catch (error) {
      if (errno(error) === 'ENOENT') return Buffer.alloc(0);
      throw error;
    }
  }
}

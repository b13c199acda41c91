import { createHash } from 'node:crypto';

/** So much of a SHA-256 tells the content of archives apart. Characters. */
const length = 32;

/** What tells whether an archive is as it was written: made of all from its first message to its end, in pieces. */
export class ArchiveDigest {
  readonly #hash = createHash('sha256');

  add(piece: Uint8Array | string): this {
    this.#hash.update(piece);
    return this;
  }

  /** Once all was added. */
  get text(): string {
    return this.#hash.digest('hex').slice(0, length);
  }
}

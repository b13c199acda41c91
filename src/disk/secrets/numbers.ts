import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { indexFolder, makeIndexFolder } from '../files/ignored.ts';
import { appendNow, bytesNow } from '../files/open.ts';
import { fileFingerprint } from '../files/fingerprint.ts';
import { folderAt } from '../files/way.ts';

type NumbersByKind = Map<string, Map<string, number>>;

/**
 * Numbers of secrets by kind, shared by all programs.
 *
 * `.index/secrets` has a line per secret, whose number is the count of lines of its kind so far; single writes append
 * lines without a lock. A line holds twenty bits of a digest: enough to distinguish a few secrets, too few to test
 * guesses.
 */
export class SecretNumbers {
  readonly #history: string | undefined;
  readonly #file: string | undefined;
  readonly #isReadOnly: () => boolean;
  #fingerprint: string | undefined;
  #known: NumbersByKind = new Map();
  /** Numbers of secrets found while writing is not allowed. */
  readonly #passing: NumbersByKind = new Map();

  /** Keeps nothing without a history. */
  constructor(history: string | undefined, isReadOnly: () => boolean) {
    this.#history = history;
    this.#file = history === undefined ? undefined : join(indexFolder(history), 'secrets');
    this.#isReadOnly = isReadOnly;
  }

  /** Returns the number of a secret, from 1. */
  of(kind: string, secret: string): number {
    const digest = createHash('sha256').update(`${kind}\0${secret}`).digest('hex').slice(0, 5);
    return this.#known.get(kind)?.get(digest) ?? this.#inFile(kind, digest) ?? this.#inPassing(kind, digest);
  }

  #inFile(kind: string, digest: string): number | undefined {
    const [history, file] = [this.#history, this.#file];
    if (history === undefined || file === undefined) return undefined;
    try {
      this.#read(file);
      const known = this.#known.get(kind)?.get(digest);
      if (known !== undefined || this.#isReadOnly() || !folderAt(history)) return known;
      makeIndexFolder(file);
      appendNow(file, `${kind} ${digest}\n`);
      this.#read(file);
      return this.#known.get(kind)?.get(digest);
    } catch {
      return undefined; // numbers only distinguish secrets; masking must not fail for them
    }
  }

  #inPassing(kind: string, digest: string): number {
    const ofKind = this.#passing.get(kind) ?? new Map<string, number>();
    this.#passing.set(kind, ofKind);
    const number = ofKind.get(digest) ?? (this.#known.get(kind)?.size ?? 0) + ofKind.size + 1;
    ofKind.set(digest, number);
    return number;
  }

  #read(file: string): void {
    const fingerprint = fileFingerprint(file);
    if (fingerprint === this.#fingerprint) return;
    const known: NumbersByKind = new Map();
    for (const line of bytesNow(file)?.toString('latin1').split('\n') ?? []) {
      const [, kind, digest] = /^(\w+) ([\da-f]{5})$/.exec(line) ?? [];
      if (kind === undefined || digest === undefined) continue;
      const ofKind = known.get(kind) ?? new Map<string, number>();
      if (!ofKind.has(digest)) ofKind.set(digest, ofKind.size + 1);
      known.set(kind, ofKind);
    }
    this.#known = known;
    this.#fingerprint = fingerprint;
  }
}

import { createHash } from 'node:crypto';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Secrets, SecretsMode } from '../base/context.ts';
import { TimeSlices } from '../base/timeSlices.ts';
import { EnvSecrets, maskingState } from './envFiles.ts';
import {
  findInValue,
  findSecrets,
  mayHoldSecrets,
  privateKind,
  unclosedKind,
  unclosedText,
  type KnownSecret,
} from './find.ts';
import { privateText } from './markers.ts';
import { maskedDocument } from './documents.ts';
import { maskedChunks } from './chunks.ts';
import { SecretNumbers } from './numbers.ts';
import { isLong, maskedInSlices, maskedValue, type MemberMask } from './values.ts';
import type { FoundSecret } from './presetRules.ts';

/** Count of masked secrets during some work, included in the count of the surrounding work. */
interface Count {
  readonly seen: Map<string, string>;
  readonly outer: Count | undefined;
}

const counting = new AsyncLocalStorage<Count>();

export interface SecretsOptions {
  /** Absolute path of `.chat-history`. */
  readonly history?: string;
  readonly mode: () => SecretsMode;
  /** Absolute paths of the folders whose `.env` files count. */
  readonly folders: () => readonly string[];
  readonly isReadOnly: () => boolean;
}

/** Limits of the cache of clean texts: their number, and the length of each. Characters. */
const maxCleanTexts = 5_000;
const maxCleanChars = 1_000;

/** Masking of one store; the methods are documented at `Secrets`. */
export class StoreSecrets implements Secrets {
  readonly #mode: () => SecretsMode;
  readonly #folders: () => readonly string[];
  readonly #numbers: SecretNumbers;
  #env: { readonly of: string; readonly values: EnvSecrets } | undefined;
  /** Cache of texts without secrets, each with the name of its field; lists return the same ones repeatedly. */
  #clean: { readonly of: readonly KnownSecret[]; readonly texts: Map<string, string> } = {
    of: [],
    texts: new Map(),
  };

  constructor({ history, mode, folders, isReadOnly }: SecretsOptions) {
    this.#mode = mode;
    this.#folders = folders;
    this.#numbers = new SecretNumbers(history, isReadOnly);
  }

  get state(): string {
    return maskingState(this.#mode(), () => this.#envSecrets());
  }

  text(text: string): string {
    return this.#mode() === 'keep' ? text : this.#masked(text, this.#known());
  }

  value<T>(value: T): T;
  value(value: unknown): unknown {
    if (this.#mode() === 'keep') return value;
    const known = this.#known();
    return maskedValue(value, (text, name) => this.#masked(text, known, name));
  }

  shown<T>(value: T): T;
  shown(value: unknown): unknown {
    return this.#mode() === 'keep' ? value : maskedValue(value, this.#shownMask());
  }

  shownInSlices<T>(value: T): T | Promise<T>;
  shownInSlices(value: unknown): unknown {
    if (this.#mode() === 'keep' || !isLong(value)) return this.shown(value);
    return maskedInSlices(value, this.#shownMask(), new TimeSlices());
  }

  document(text: string): string {
    if (this.#mode() === 'keep') return text;
    const known = this.#known();
    return mayHoldSecrets(text, known)
      ? maskedDocument(
          text,
          (part, name) => this.#masked(part, known, name),
          (part) => this.#maskedPart(part, known),
        )
      : text;
  }

  chunks(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    return this.#mode() === 'keep' ? chunks : maskedChunks(chunks, (text) => this.document(text));
  }

  find(text: string): readonly FoundSecret[] {
    return findSecrets(text, this.#known());
  }

  async counted<R>(work: () => Promise<R>) {
    const { seen, outer } = { seen: new Map<string, string>(), outer: counting.getStore() };
    const result = await counting.run({ seen, outer }, work);
    return { result, masked: seen.size, seen };
  }

  #shownMask(): MemberMask {
    const known = this.#known();
    return (text, name, isContent) =>
      name !== undefined && isContent !== true && identities.has(name)
        ? text
        : this.#maskedCached(text, known, name);
  }

  #known(): readonly KnownSecret[] {
    return this.#envSecrets().known;
  }

  #envSecrets(): EnvSecrets {
    const folders = this.#folders();
    const of = folders.join('\n');
    if (this.#env?.of !== of) this.#env = { of, values: new EnvSecrets(folders) };
    return this.#env.values;
  }

  /** Masks with the cache, for texts shown repeatedly; transcripts' texts would only fill memory. */
  #maskedCached(text: string, known: readonly KnownSecret[], name = ''): string {
    if (text.length > maxCleanChars) return this.#masked(text, known, name);
    if (this.#clean.of !== known) this.#clean = { of: known, texts: new Map() };
    const { texts } = this.#clean;
    if (texts.get(text) === name) return text;
    const masked = this.#masked(text, known, name);
    if (texts.size >= maxCleanTexts) texts.clear();
    if (masked === text) texts.set(text, name);
    return masked;
  }

  #masked(text: string, known: readonly KnownSecret[], name = ''): string {
    return this.#without(text, findInValue(name, text, known), known);
  }

  /** Masks a part of a document of many texts: an unclosed block in one does not affect the others. */
  #maskedPart(text: string, known: readonly KnownSecret[]): string {
    const closed = findSecrets(text, known, { unclosed: false });
    return this.#without(text, closed, known);
  }

  #without(text: string, found: readonly FoundSecret[], known: readonly KnownSecret[]): string {
    if (found.length === 0) return text;
    let end = 0;
    const pieces: string[] = [];
    for (const finding of found) {
      pieces.push(text.slice(end, finding.start), this.#replacement(text, finding, known));
      end = finding.end;
    }
    return pieces.join('') + text.slice(end);
  }

  #replacement(text: string, { kind, start, end }: FoundSecret, known: readonly KnownSecret[]): string {
    const secret = text.slice(start, end);
    if (kind === privateKind || kind === unclosedKind) {
      count(`${privateText} ${sha(secret)}`, secret);
      return kind === privateKind ? privateText : unclosedText;
    }
    const same = known.find((value) => value.text === secret)?.same ?? sameKey(kind, secret);
    const shown = `${kind} #${this.#numbers.of(kind, same)}`;
    count(`[secret: ${shown}]`, secret);
    return `[secret: ${shown}]`;
  }
}

/** Masking without a store: tokens of known formats, with numbers valid in this process. */
export const plainSecrets: Secrets = new StoreSecrets({
  mode: () => 'mask',
  folders: () => [],
  isReadOnly: () => true,
});

/** Fields of results that identify something. */
const identities = new Set(
  ['name', 'dialog', 'id', 'sessionId', 'contextId', 'reference', 'cursor', 'key', 'hash'].concat([
    'path',
    'file',
    'folder',
    'cwd',
    'keptAs',
    'files',
    'raw',
    'rawBefore',
    'previous',
    'backup',
  ]),
);

/** Normalises a key, so that line breaks, escapes and line numbers do not matter. */
const sameKey = (kind: string, secret: string): string =>
  kind === 'PRIVATE_KEY' ? (secret.match(/[A-Za-z\d+/=]{20,}/g) ?? []).join('') : secret;

function count(what: string, secret: string): void {
  const preview = `${secret.slice(0, Math.min(4, secret.length / 5))}…`;
  for (let each = counting.getStore(); each; each = each.outer) each.seen.set(what, preview);
}

/** Distinguishes private blocks. */
const sha = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 5);

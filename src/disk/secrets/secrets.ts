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
import { ForgottenTexts, forgottenText, type Forget } from './forgotten.ts';
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
  /** Default: those of the history. */
  readonly forgotten?: ForgottenTexts;
}

/** What is masked at present. */
interface Masking {
  /** Absent where secrets are kept. */
  readonly known?: readonly KnownSecret[];
  readonly forget: Forget | undefined;
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
  #clean: { readonly of: Masking; readonly texts: Map<string, string> } = {
    of: { forget: undefined },
    texts: new Map(),
  };
  readonly #forgotten: ForgottenTexts;

  constructor({ history, mode, folders, isReadOnly, forgotten }: SecretsOptions) {
    this.#mode = mode;
    this.#folders = folders;
    this.#numbers = new SecretNumbers(history, isReadOnly);
    this.#forgotten = forgotten ?? new ForgottenTexts(history);
  }

  get state(): string {
    const state = maskingState(this.#mode(), () => this.#envSecrets());
    const forgotten = this.#forgotten.state;
    return forgotten === '' ? state : `${state} ${forgotten}`;
  }

  text(text: string): string {
    return this.#masked(text, this.#now());
  }

  value<T>(value: T): T;
  value(value: unknown): unknown {
    const now = this.#now();
    return isNothing(now) ? value : maskedValue(value, (text, name) => this.#masked(text, now, name));
  }

  shown<T>(value: T): T;
  shown(value: unknown): unknown {
    const now = this.#now();
    return isNothing(now) ? value : maskedValue(value, this.#shownMask(now));
  }

  shownInSlices<T>(value: T): T | Promise<T>;
  shownInSlices(value: unknown): unknown {
    const now = this.#now();
    if (isNothing(now) || !isLong(value)) return this.shown(value);
    return maskedInSlices(value, this.#shownMask(now), new TimeSlices());
  }

  document(text: string): string {
    const now = this.#now();
    const mayHold = now.forget !== undefined || (now.known !== undefined && mayHoldSecrets(text, now.known));
    return mayHold
      ? maskedDocument(
          text,
          (part, name) => this.#masked(part, now, name),
          (part) => this.#maskedPart(part, now),
        )
      : text;
  }

  chunks(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    return isNothing(this.#now()) ? chunks : maskedChunks(chunks, (text) => this.document(text));
  }

  find(text: string): readonly FoundSecret[] {
    return findSecrets(text, this.#envSecrets().known);
  }

  async counted<R>(work: () => Promise<R>) {
    const { seen, outer } = { seen: new Map<string, string>(), outer: counting.getStore() };
    const result = await counting.run({ seen, outer }, work);
    return { result, masked: seen.size, seen };
  }

  #shownMask(now: Masking): MemberMask {
    return (text, name, isContent) =>
      name !== undefined && isContent !== true && identities.has(name)
        ? text
        : this.#maskedCached(text, now, name);
  }

  #now(): Masking {
    const forget = this.#forgotten.now();
    return this.#mode() === 'keep' ? { forget } : { known: this.#envSecrets().known, forget };
  }

  #envSecrets(): EnvSecrets {
    const folders = this.#folders();
    const of = folders.join('\n');
    if (this.#env?.of !== of) this.#env = { of, values: new EnvSecrets(folders) };
    return this.#env.values;
  }

  /** Masks with the cache, for texts shown repeatedly; transcripts' texts would only fill memory. */
  #maskedCached(text: string, now: Masking, name = ''): string {
    if (text.length > maxCleanChars) return this.#masked(text, now, name);
    if (this.#clean.of.known !== now.known || this.#clean.of.forget !== now.forget)
      this.#clean = { of: now, texts: new Map() };
    const { texts } = this.#clean;
    if (texts.get(text) === name) return text;
    const masked = this.#masked(text, now, name);
    if (texts.size >= maxCleanTexts) texts.clear();
    if (masked === text) texts.set(text, name);
    return masked;
  }

  #masked(text: string, { known, forget }: Masking, name = ''): string {
    const left = forget === undefined ? text : forget(text, countForgotten);
    return known === undefined ? left : this.#without(left, findInValue(name, left, known), known);
  }

  /** Masks a part of a document of many texts: an unclosed block in one does not affect the others. */
  #maskedPart(text: string, { known, forget }: Masking): string {
    const left = forget === undefined ? text : forget(text, countForgotten);
    if (known === undefined) return left;
    const closed = findSecrets(left, known, { unclosed: false });
    return this.#without(left, closed, known);
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

/** Length from which a preview also has the end of a secret. Characters. */
const longEnough = 20;

function count(what: string, secret: string): void {
  const end = secret.length >= longEnough ? secret.slice(-4) : '';
  const preview = `${secret.slice(0, Math.min(4, secret.length / 5))}…${end}`;
  for (let each = counting.getStore(); each; each = each.outer) each.seen.set(what, preview);
}

const countForgotten = (text: string): void => count(`${forgottenText} ${sha(text)}`, text);

const isNothing = ({ known, forget }: Masking): boolean => known === undefined && forget === undefined;

/** Distinguishes private blocks and forgotten texts. */
const sha = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 5);

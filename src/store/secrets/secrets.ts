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
  privateText,
  unclosedKind,
  unclosedText,
  type KnownSecret,
} from './find.ts';
import { maskedDocument } from './documents.ts';
import { maskedChunks } from './chunks.ts';
import { SecretNumbers } from './numbers.ts';
import { isLong, maskedInSlices, maskedValue, type MemberMask } from './values.ts';
import type { FoundSecret } from './presetRules.ts';

/** What is counted while some work runs, also for the work it is a part of. */
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

/** So many texts without secrets are remembered, of so many characters at most. */
const maxClean = 5_000;
const cleanChars = 1_000;

/** The masking of one store; what the methods promise stands at `Secrets`. */
export class StoreSecrets implements Secrets {
  readonly #mode: () => SecretsMode;
  readonly #folders: () => readonly string[];
  readonly #numbers: SecretNumbers;
  #env: { readonly of: string; readonly values: EnvSecrets } | undefined;
  /** Texts in which nothing was found, each with the name of what it stood in: lists give the same ones again and again. */
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
        : this.#maskedAgain(text, known, name);
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

  /** The same for what is shown again and again; not for what a transcript is made of, which would only fill memory. */
  #maskedAgain(text: string, known: readonly KnownSecret[], name = ''): string {
    if (text.length > cleanChars) return this.#masked(text, known, name);
    if (this.#clean.of !== known) this.#clean = { of: known, texts: new Map() };
    const { texts } = this.#clean;
    if (texts.get(text) === name) return text;
    const masked = this.#masked(text, known, name);
    if (texts.size >= maxClean) texts.clear();
    if (masked === text) texts.set(text, name);
    return masked;
  }

  #masked(text: string, known: readonly KnownSecret[], name = ''): string {
    return this.#without(text, findInValue(name, text, known), known);
  }

  /** The same for a part of a document of many texts: what is not closed in one of them says nothing of the others. */
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

/** For what is read without a store: tokens of known forms are masked, with numbers that hold in this process. */
export const plainSecrets: Secrets = new StoreSecrets({
  mode: () => 'mask',
  folders: () => [],
  isReadOnly: () => true,
});

/** Members of what the store gives by which it is asked for. */
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

/** A key is the same however its lines are broken, escaped and numbered. */
const sameKey = (kind: string, secret: string): string =>
  kind === 'PRIVATE_KEY' ? (secret.match(/[A-Za-z\d+/=]{20,}/g) ?? []).join('') : secret;

function count(what: string, secret: string): void {
  const preview = `${secret.slice(0, Math.min(4, secret.length / 5))}…`;
  for (let each = counting.getStore(); each; each = each.outer) each.seen.set(what, preview);
}

/** Tells private blocks apart. */
const sha = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 5);

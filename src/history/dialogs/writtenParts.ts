import type { Stats } from 'node:fs';
import { join } from 'node:path';
import { isObject, type Lease } from '../../disk/base/core.ts';
import { fingerprintOf } from '../../disk/files/fingerprint.ts';
import { parseJson, WrongContent } from '../../disk/files/json.ts';
import { bytesNow } from '../../disk/files/open.ts';
import { fileAt } from '../../disk/files/way.ts';
import { openPart } from './layout.ts';
import { partEnding, parseMessages } from './messages.ts';
import type { Message } from './types.ts';

/** Number of dialogs whose open part is cached: a process rarely writes to more at once. */
const maxCached = 4;
/** Maximum size of a cached part: a single message may be huge. Bytes. */
const maxCachedBytes = 256 * 1024;

/** The open part of a dialog. */
export interface UnsealedPart {
  readonly messages: readonly Message[];
  readonly bytes: number;
  /** Its bytes, if this program wrote them. */
  readonly content?: Buffer;
}

interface Written {
  readonly turn: number;
  readonly fingerprint: string;
  readonly part: UnsealedPart;
}

/**
 * Caches open parts as last written, so that the next save need not read them. Valid under the lock if no other
 * process held it since and the file is unchanged, which also reveals writes without the lock.
 */
export class WrittenParts {
  readonly #known = new Map<string, Written>();

  /** Returns the open part in a dialog's folder; undefined if it must be read completely. */
  recall(folder: string, { turn = 0 }: Lease): UnsealedPart | undefined {
    const file = join(folder, openPart);
    const known = this.#known.get(file);
    if (known === undefined) return undefined;
    const stat = fileAt(file);
    if (stat === undefined) return undefined;
    if (known.turn === turn - 1 && known.fingerprint === fingerprintOf(stat)) return known.part;
    return stat.size > known.part.bytes && stat.size <= maxCachedBytes
      ? appendedTo(known.part, file)
      : undefined;
  }

  /** Drops the open part of a folder from the cache. */
  forget(folder: string): void {
    this.#known.delete(join(folder, openPart));
  }

  /** Caches what was written under a lease, with the file's resulting fingerprint. */
  remember(
    folder: string,
    part: UnsealedPart,
    { lease: { turn }, stat }: { lease: Lease; stat: Stats },
  ): void {
    if (turn === undefined || part.bytes > maxCachedBytes || stat.size !== part.bytes) return;
    const file = join(folder, openPart);
    this.#known.delete(file);
    this.#known.set(file, { turn, part, fingerprint: fingerprintOf(stat) });
    const [oldest] = this.#known.keys();
    if (this.#known.size > maxCached && oldest !== undefined) this.#known.delete(oldest);
  }
}

/** Returns a part with what others appended; undefined if they changed anything else or appended invalid content. */
function appendedTo({ messages, content }: UnsealedPart, file: string): UnsealedPart | undefined {
  const bytes = bytesNow(file);
  if (bytes === undefined || content === undefined || messages.length === 0) return undefined;
  const same = content.byteLength - partEnding.length;
  if (!content.subarray(0, same).equals(bytes.subarray(0, same)) || bytes[same] !== comma) return undefined;
  const more = parseJson(Buffer.concat([opening, bytes.subarray(same + 1)]), parseAdded);
  if (more.state !== 'read') return undefined;
  const all = { messages: [...messages, ...more.value], bytes: bytes.byteLength };
  return bytes.subarray(-partEnding.length).equals(Buffer.from(partEnding))
    ? { ...all, content: bytes }
    : all;
}

const comma = 0x2c;
const opening = Buffer.from('[');

/** Rejects messages that need repair, which are read together with those before them. */
function parseAdded(value: unknown): readonly Message[] {
  const messages = parseMessages(value, () => {
    throw new WrongContent('to be repaired');
  });
  const timed = Array.isArray(value) && value.every((item) => isObject(item) && item.ts !== undefined);
  if (!timed) throw new WrongContent('a message without time');
  return messages;
}

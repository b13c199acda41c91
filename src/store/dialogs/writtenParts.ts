import type { Stats } from 'node:fs';
import { join } from 'node:path';
import { isObject, type Lease } from '../base/core.ts';
import { fingerprintOf } from '../files/fileCache.ts';
import { parseJson, WrongContent } from '../files/json.ts';
import { bytesNow } from '../files/open.ts';
import { fileAt } from '../files/way.ts';
import { openPart } from './layout.ts';
import { partEnding, parseMessages } from './messages.ts';
import type { Message } from './types.ts';

/** Dialogs whose open part is remembered: a process rarely writes in more at once. */
const remembered = 4;
/** A part that is longer, as long as a message is, would fill memory. Bytes. */
const longest = 256 * 1024;

/** The open part of a dialog. */
export interface UnsealedPart {
  readonly messages: readonly Message[];
  readonly bytes: number;
  /** Its bytes, where this program wrote them. */
  readonly content?: Buffer;
}

interface Written {
  readonly turn: number;
  readonly fingerprint: string;
  readonly part: UnsealedPart;
}

/**
 * Open parts as this process wrote them last, so that the next save need not read them: valid under the lock where nobody
 * else had it since, as long as the file is the one that was written, which also shows what was changed without the lock.
 */
export class WrittenParts {
  readonly #known = new Map<string, Written>();

  /** The open part in a dialog's folder; undefined where it has to be read whole. */
  recall(folder: string, { turn = 0 }: Lease): UnsealedPart | undefined {
    const file = join(folder, openPart);
    const known = this.#known.get(file);
    if (known === undefined) return undefined;
    const stat = fileAt(file);
    if (stat === undefined) return undefined;
    if (known.turn === turn - 1 && known.fingerprint === fingerprintOf(stat)) return known.part;
    return stat.size > known.part.bytes && stat.size <= longest ? grown(known.part, file) : undefined;
  }

  /** Remembers what was written under a lease, and what the file is known by since. */
  remember(
    folder: string,
    part: UnsealedPart,
    { lease: { turn }, stat }: { lease: Lease; stat: Stats },
  ): void {
    if (turn === undefined || part.bytes > longest) return;
    const file = join(folder, openPart);
    this.#known.delete(file);
    this.#known.set(file, { turn, part, fingerprint: fingerprintOf(stat) });
    const [oldest] = this.#known.keys();
    if (this.#known.size > remembered && oldest !== undefined) this.#known.delete(oldest);
  }
}

/** What others have added to a part; undefined where they did anything else, or what they added is not as it must be. */
function grown({ messages, content }: UnsealedPart, file: string): UnsealedPart | undefined {
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

/** What has to be repaired is read with what is before it. */
function parseAdded(value: unknown): readonly Message[] {
  const messages = parseMessages(value, () => {
    throw new WrongContent('to be repaired');
  });
  const timed = Array.isArray(value) && value.every((item) => isObject(item) && item.ts !== undefined);
  if (!timed) throw new WrongContent('a message without time');
  return messages;
}

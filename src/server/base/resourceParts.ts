import { StoreError } from '../../disk/base/core.ts';
import { maxReplyChars } from './reply.ts';

/** An address, and which part of what is there is wanted. */
export interface PartAddress {
  readonly address: string;
  /** From 1. */
  readonly part: number;
}

/** Splits `?part=2` or `&part=2` off an address. */
export function partAddress(uri: string): PartAddress {
  const [, address = uri, part = '1'] = /^(.*)[?&]part=([1-9]\d{0,5})$/s.exec(uri) ?? [];
  return { address, part: Number(part) };
}

/** Returns a part of a text that is too long for one reply, with a note that tells the address of the next. */
export function partOf(text: string, { address, part }: PartAddress, chars = maxReplyChars): string {
  const count = Math.max(1, Math.ceil(text.length / chars));
  if (part > count)
    throw new StoreError('not_found', `There are ${count} parts at ${address}, and no part ${part}.`);
  if (count === 1) return text;
  const from = boundary(text, (part - 1) * chars);
  const piece = text.slice(from, boundary(text, part * chars));
  const next = `${address}${address.includes('?') ? '&' : '?'}part=${part + 1}`;
  return `${piece}\n\n(Part ${part} of ${count}. ${part < count ? `The next: ${next}` : 'This is the last.'})`;
}

/** An index that is not within a surrogate pair. */
const boundary = (text: string, at: number): number =>
  /[\uDC00-\uDFFF]/.test(text.charAt(at)) && /[\uD800-\uDBFF]/.test(text.charAt(at - 1)) ? at - 1 : at;

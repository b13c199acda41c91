/** What a tool answers: text items, the first of which is the reply proper. */
export type Reply = readonly string[];

/** No reply line is longer than this; clients give up on lines over 10 MiB. */
export const maxReplyBytes = 8 * 1024 * 1024;

/** What the texts of a reply may take, so that the rest of its line and a note still find room. */
export const maxTextBytes = maxReplyBytes - 64 * 1024;

/** How many bytes texts take inside a reply line, where they are JSON strings. */
export const wireBytes = (...texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(JSON.stringify(text)) - 2, 0);

/** A reply that lists items and can be made shorter. */
export interface Listing<Item> {
  readonly items: readonly Item[];
  /** Which end stays when not all fit; `all` shortens the items instead of dropping any. */
  readonly keep: 'first' | 'last' | 'all';
  /** One item as it stands in the reply. */
  render(item: Item): string;
  /** The whole reply; `omitted` tells what was left out and how to get it. */
  compose(rendered: readonly string[], omitted?: string): Reply;
  /** Says what was dropped and how to get it. */
  rest(dropped: readonly Item[]): string;
  /** The item with its rendering cut to at most `bytes` on the wire, saying so itself. */
  shorten(item: Item, bytes: number): Item | Promise<Item>;
}

/** The listing as a reply under the limit: whole if it fits, else what fits and a note of how to get the rest. */
export async function fit<Item>(listing: Listing<Item>): Promise<Reply> {
  const { items, keep } = listing;
  const room = maxTextBytes - wireBytes(...listing.compose([]));
  const fitting = countFitting(listing, room);
  if (fitting === items.length) return listing.compose(items.map((item) => listing.render(item)));
  const count = keep === 'all' ? items.length : Math.max(1, fitting);
  const kept = keep === 'last' ? items.slice(-count) : items.slice(0, count);
  const dropped = keep === 'last' ? items.slice(0, -count) : items.slice(count);
  const share = Math.floor(room / count) - separatorBytes;
  const shown =
    fitting < count ? await Promise.all(kept.map((item) => shortenTo(listing, item, share))) : kept;
  const omitted = dropped.length > 0 ? listing.rest(dropped) : undefined;
  return listing.compose(
    shown.map((item) => listing.render(item)),
    omitted,
  );
}

/** What stands between two items: a comma, or a newline, which JSON writes as two characters. */
const separatorBytes = 2;

function shortenTo<Item>(listing: Listing<Item>, item: Item, bytes: number): Item | Promise<Item> {
  return wireBytes(listing.render(item)) <= bytes ? item : listing.shorten(item, bytes);
}

/** How many items, counted from the end that stays, take at most `room` bytes together with what separates them. */
export function countFitting<Item>(
  { items, keep, render }: Pick<Listing<Item>, 'items' | 'keep' | 'render'>,
  room = maxTextBytes,
): number {
  const ordered = keep === 'last' ? items.toReversed() : items;
  let used = 0;
  const tooMany = ordered.findIndex((item) => (used += wireBytes(render(item)) + separatorBytes) > room);
  return tooMany === -1 ? items.length : tooMany;
}

const pieceLength = 65_536;

/** The longest start of a text that costs at most `bytes`, never ending within a code point. */
export function longestPrefix(text: string, bytes: number, cost: (piece: string) => number): string {
  let left = bytes;
  let start = 0;
  for (; start < text.length; start += pieceLength) {
    const used = cost(text.slice(start, start + pieceLength));
    if (used > left) break;
    left -= used;
  }
  let end = Math.min(text.length, start + pieceLength);
  while (end > start && cost(text.slice(start, end)) > left) end = start + Math.floor((end - start) * 0.9);
  const cutsPair = /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(end));
  return text.slice(0, cutsPair ? end - 1 : end);
}

/** A reply of one JSON value. */
export const jsonReply = (value: unknown): Reply => [JSON.stringify(value)];

/** A JSON object from members that are JSON already; undefined ones are left out. */
export function jsonObject(members: Readonly<Record<string, string | undefined>>): string {
  const present = Object.entries(members).filter(([, json]) => json !== undefined);
  return `{${present.map(([key, json]) => `${JSON.stringify(key)}:${json ?? ''}`).join(',')}}`;
}

/** The reply of a tool: text items, of which the first is the reply proper. */
export type Reply = readonly string[];

/** Maximum size of a reply line; clients reject lines over 10 MiB. */
export const maxReplyBytes = 8 * 1024 * 1024;

/** Default length of a reply, which most agents show whole. Characters. */
export const replyChars = 20_000;
/** The same for a client that shows little, less the overhead of its JSON. Characters. */
export const briefChars = 6_500;
/** Length of a reply without an argument for it. Characters. */
export const charsOf = ({ brief }: { readonly brief: boolean }): number => (brief ? briefChars : replyChars);
/** A reply of this many characters is always under 8 MiB. */
export const maxReplyChars = 1_000_000;

/** The size of texts as JSON strings in a reply line. Bytes. */
export const wireBytes = (...texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(JSON.stringify(text)) - 2, 0);

/** A reply with a list of items that can be shortened. */
export interface Listing<Item> {
  readonly items: readonly Item[];
  /** Which end stays when not all fit; `all` shortens items instead of dropping any. */
  readonly keep: 'first' | 'last' | 'all';
  /** Formats an item. */
  render(item: Item): string;
  /** Formats the whole reply; `omitted` describes what was dropped and how to get it. */
  compose(rendered: readonly string[], omitted?: string): Reply;
  /** Describes what was dropped and how to get it. */
  rest(dropped: readonly Item[]): string;
  /** Shortens an item to about `chars` characters when rendered, with a note about it. */
  shorten(item: Item, chars: number): Item;
}

/** Formats a listing in about `maxChars` characters: whole if it fits, otherwise what fits and a note about the rest. */
export function fit<Item>(listing: Listing<Item>, maxChars = replyChars): Reply {
  const { items } = listing;
  const room = maxChars - listing.compose([]).join('').length;
  const whole = countFitting(listing, room) === items.length;
  if (whole) return listing.compose(items.map((item) => listing.render(item)));
  return fitSome(listing, room - noteChars);
}

function fitSome<Item>(listing: Listing<Item>, room: number): Reply {
  const { items, keep } = listing;
  const fitting = countFitting(listing, room);
  const count = keep === 'all' ? items.length : Math.max(1, fitting);
  const kept = keep === 'last' ? items.slice(-count) : items.slice(0, count);
  const dropped = keep === 'last' ? items.slice(0, -count) : items.slice(count);
  const share = Math.floor(room / count) - separatorChars;
  const shown = fitting < count ? kept.map((item) => shortenTo(listing, item, share)) : kept;
  const omitted = dropped.length > 0 ? listing.rest(dropped) : undefined;
  return listing.compose(
    shown.map((item) => listing.render(item)),
    omitted,
  );
}

/** Approximate length of the note. Characters. */
const noteChars = 400;

/** Length of the separator between items: a comma or newlines. */
const separatorChars = 2;

function shortenTo<Item>(listing: Listing<Item>, item: Item, chars: number): Item {
  return listing.render(item).length <= chars ? item : listing.shorten(item, Math.max(0, chars));
}

/** Counts the items, from the end that stays, that fit with their separators into `room` characters. */
export function countFitting<Item>(
  { items, keep, render }: Pick<Listing<Item>, 'items' | 'keep' | 'render'>,
  room: number,
): number {
  const ordered = keep === 'last' ? items.toReversed() : items;
  let used = 0;
  const tooMany = ordered.findIndex((item) => (used += render(item).length + separatorChars) > room);
  return tooMany === -1 ? items.length : tooMany;
}

/** A reply of one JSON value. */
export const jsonReply = (value: unknown): Reply => [JSON.stringify(value)];

/** A reply of one JSON object, with the damaged files at the end if there are any. */
export const withDamage = (value: object, damaged: readonly unknown[]): Reply =>
  jsonReply(damaged.length > 0 ? { ...value, damaged } : value);

/** Formats a JSON object from members that are JSON text; omits undefined ones. */
export function jsonObject(members: Readonly<Record<string, string | undefined>>): string {
  const present = Object.entries(members).filter(([, json]) => json !== undefined);
  return `{${present.map(([key, json]) => `${JSON.stringify(key)}:${json ?? ''}`).join(',')}}`;
}

/** Converts members to JSON text, for `jsonObject`. */
export const jsonMembers = (members: object): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(members).map(([key, value]) => [key, JSON.stringify(value)]));

/** A reply of one JSON object with a list. */
export interface ListReply {
  /** Members before the list. */
  readonly head?: object;
  readonly name: string;
  readonly items: readonly unknown[];
  /** Members after the list; undefined ones are omitted. */
  readonly tail?: object;
  /** Returns the cursor after a number of items; undefined at the end. */
  readonly cursorAfter?: (shown: number) => string | undefined;
  /** Describes a number of dropped items; default a hint at the cursor. */
  readonly rest?: (dropped: number) => string;
}

const withCursor = (dropped: number): string =>
  `${dropped} more were left out of this reply, which would be too long; the same call with this cursor gives them.`;

/** Formats the first items that fit into `maxChars`; the last member describes the dropped ones. */
export const listReply = (
  { head = {}, name, items, tail = {}, cursorAfter, rest = withCursor }: ListReply,
  maxChars = maxReplyChars,
): Reply =>
  fit(
    {
      items,
      keep: 'first',
      render: (item) => JSON.stringify(item),
      compose: (shown, omitted) => [
        jsonObject({
          ...jsonMembers(head),
          [name]: `[${shown.join(',')}]`,
          ...jsonMembers({ ...tail, cursor: cursorAfter?.(shown.length), omitted }),
        }),
      ],
      rest: (dropped) => rest(dropped.length),
      shorten: (item) => item,
    },
    maxChars,
  );

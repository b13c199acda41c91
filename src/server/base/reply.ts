/** What a tool answers: text items, the first of which is the reply proper. */
export type Reply = readonly string[];

/** No reply line is longer than this; clients give up on lines over 10 MiB. */
export const maxReplyBytes = 8 * 1024 * 1024;

/** Characters of a reply unless the call says otherwise: what most agents show whole. */
export const replyChars = 20_000;
/** The same for a client that shows little, with room for what its JSON adds. */
export const briefChars = 6_500;
/** Characters of a reply that no argument limits. */
export const charsOf = ({ brief }: { readonly brief: boolean }): number => (brief ? briefChars : replyChars);
/** Whatever the texts are, a reply of so many characters is under 8 MiB. */
export const maxReplyChars = 1_000_000;

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
  /** The item with its rendering cut to about `chars`, saying so itself. */
  shorten(item: Item, chars: number): Item;
}

/** The listing as a reply of about `maxChars`: whole if it fits, else what fits and a note of how to get the rest. */
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

/** About what the note of what was left out takes. */
const noteChars = 400;

/** What stands between two items: a comma, or newlines. */
const separatorChars = 2;

function shortenTo<Item>(listing: Listing<Item>, item: Item, chars: number): Item {
  return listing.render(item).length <= chars ? item : listing.shorten(item, Math.max(0, chars));
}

/** How many items, counted from the end that stays, take at most `room` characters together with what separates them. */
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

/** A reply of one JSON object that ends with the files that were found damaged, if any were. */
export const withDamage = (value: object, damaged: readonly unknown[]): Reply =>
  jsonReply(damaged.length > 0 ? { ...value, damaged } : value);

/** A JSON object from members that are JSON already; undefined ones are left out. */
export function jsonObject(members: Readonly<Record<string, string | undefined>>): string {
  const present = Object.entries(members).filter(([, json]) => json !== undefined);
  return `{${present.map(([key, json]) => `${JSON.stringify(key)}:${json ?? ''}`).join(',')}}`;
}

/** Each member as JSON, for `jsonObject`. */
export const jsonMembers = (members: object): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(members).map(([key, value]) => [key, JSON.stringify(value)]));

/** A reply of one JSON object with a list. */
export interface ListReply {
  /** The members before the list. */
  readonly head?: object;
  readonly name: string;
  readonly items: readonly unknown[];
  /** The members after the list; undefined ones are left out. */
  readonly tail?: object;
  /** Gives what asks for the items after so many, undefined after the last. */
  readonly cursorAfter?: (shown: number) => string | undefined;
  /** What to say where so many of the last items did not fit; that a cursor gives them is said otherwise. */
  readonly rest?: (dropped: number) => string;
}

const withCursor = (dropped: number): string =>
  `${dropped} more were left out of this reply, which would be too long; the same call with this cursor gives them.`;

/** The reply with as many of the first items as fit into `maxChars`; where some do not, its last member says so. */
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

import { oneLine } from '../../disk/text/containText.ts';
import { textHash } from '../../disk/text/textHash.ts';
import { firstCodePoints } from '../../disk/text/textLength.ts';
import type { At } from '../../history/facts/commandLog.ts';
import { isSessionContext } from '../../history/sessions/sessionContext.ts';

interface SaidRequest extends At {
  readonly text: string;
}

/** A request, listed once at its latest occurrence. */
export interface UniqueRequest extends SaidRequest {
  readonly times: number;
  /** Says no more than to continue. */
  readonly isNod: boolean;
}

/** The largest budget has room for at most one statement per four tokens. */
const maxRequests = 1_000;
/** The first and the latest requests keep more text than others, which a brief of many requests cuts anyway. Characters. */
const fullRequests = 100;
export const [whole, beginning] = [4_000, 400];
/** Number of the oldest requests of which nothing is forgotten, as one of them comes first. */
const oldest = 3;
/** Number of requests after which old ones are forgotten. */
const rounds = 64;

/** A request as stored; without a text once there are too many later ones. */
export interface StoredRequest extends Partial<At> {
  readonly hash: number;
  readonly times: number;
  readonly text?: string;
}

/** State of a log, for continuing it later. */
export interface RequestLogState {
  /** Number of requests so far. */
  readonly added: number;
  /** By the time of their latest occurrence. */
  readonly requests: readonly StoredRequest[];
}

/** Commands for the agent's program rather than the agent. */
const ofTheAgent =
  /^(?:\?|\/(?:add-dir|agents|clear|compact|compress|config|context|copy|cost|doctor|effort|exit|export|fast|feedback|help|hooks|ide|init|login|logout|mcp|memory|model|new|permissions|plugin|privacy-settings|quit|release-notes|resume|rewind|stats|status|terminal-setup|theme|tools|upgrade|usage|vim)(?:\s.*)?)$/;
const nod =
  /^(?:y|yes|yep|yeah|ok|okay|sure|go|go on|go ahead|do it|continue|proceed|next|thanks?|thank you|great|nice|perfect|cool|好|好的|可以|继续|行|嗯|是|是的|对|谢谢)[\s.!。！,，]*(?:please|thanks|do it|continue|继续|吧)?[\s.!。！]*$/i;

/** Lists requests; repeated ones appear once, at their latest occurrence. Its size is bounded but for a hash of each. */
export class RequestLog {
  #added: number;
  readonly #requests: Map<number, StoredRequest>;

  constructor({ added, requests }: RequestLogState = { added: 0, requests: [] }) {
    this.#added = added;
    this.#requests = new Map(requests.map((request) => [request.hash, request]));
  }

  get state(): RequestLogState {
    return { added: this.#added, requests: [...this.#requests.values()] };
  }

  add({ text: said, time, entry }: SaidRequest): void {
    const text = oneLine(said);
    if (text === '' || ofTheAgent.test(text) || isSessionContext(said)) return;
    const hash = hashOf(text);
    const times = (this.#requests.get(hash)?.times ?? 0) + 1;
    this.#requests.delete(hash);
    this.#requests.set(hash, { hash, times, time, entry, text: cutText(text, whole) });
    if (++this.#added % rounds === 0) this.#forget();
  }

  /** Whether a text is all of a request. */
  has(text: string): boolean {
    return this.#requests.has(hashOf(oneLine(text)));
  }

  /** The requests that a brief may tell of, oldest first, and the number of all others. */
  get told(): { readonly requests: readonly UniqueRequest[]; readonly more: number } {
    const known = [...this.#requests.values()].flatMap(({ text, time = '', entry = 1, times }) =>
      text === undefined ? [] : [{ text, time, entry, times, isNod: nod.test(text) }],
    );
    const kept = newestRequests(known);
    const isFull = (n: number): boolean => n === 0 || n >= kept.length - fullRequests;
    const requests = kept.map((one, n) => ({
      ...one,
      text: cutText(one.text, isFull(n) ? whole : beginning),
    }));
    return { requests, more: this.#requests.size - kept.length };
  }

  /** Drops texts that no brief tells of any more, as too many others follow. */
  #forget(): void {
    const requests = [...this.#requests.values()];
    let later = 0;
    for (const [n, { text, hash, times, ...at }] of [...requests.entries()].reverse()) {
      if (n < oldest || text === undefined) continue;
      if (later >= maxRequests) this.#requests.set(hash, { hash, times });
      else if (later >= fullRequests)
        this.#requests.set(hash, { hash, times, ...at, text: cutText(text, beginning) });
      if (!nod.test(text)) later++;
    }
  }
}

const hashOf = (text: string): number => textHash(text.toLowerCase());

/** Cuts a text to a number of characters. */
export const cutText = (text: string, most: number): string =>
  text.length <= most ? text : `${firstCodePoints(text, most - 1).trimEnd()}…`;

/** Keeps the first, the last three, and the newest others; nods only where there is room. */
function newestRequests(requests: readonly UniqueRequest[]): readonly UniqueRequest[] {
  if (requests.length <= maxRequests) return requests;
  const isFixed = (n: number): boolean => n === 0 || n >= requests.length - 3;
  const others = requests.filter((_, n) => !isFixed(n));
  const room = maxRequests - 4;
  const said = others.filter(({ isNod }) => !isNod).slice(-room);
  const nods = others.filter(({ isNod }) => isNod).slice(Math.min(-1, said.length - room));
  const kept = new Set([...said, ...(said.length < room ? nods : [])]);
  return requests.filter((one, n) => isFixed(n) || kept.has(one));
}

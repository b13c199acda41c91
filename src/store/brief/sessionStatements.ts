import type { Said, SessionFacts } from '../facts/sessionFacts.ts';
import type { ListedSession } from '../sessions/types.ts';
import { isSessionContext } from '../sessions/convert.ts';
import { oneLine } from '../text/containText.ts';
import { commandStatements } from './commandStatements.ts';
import { fileStatements } from './fileStatements.ts';
import { shortened } from './shortened.ts';
import { baseOf, idLength, type Located, type Statement } from './statements.ts';
import type { BriefWords } from './words.ts';

/** What a person tells an agent's program, not the agent. */
const ofTheAgent =
  /^(?:\?|\/(?:add-dir|agents|clear|compact|compress|config|context|copy|cost|doctor|effort|exit|export|fast|feedback|help|hooks|ide|init|login|logout|mcp|memory|model|new|permissions|plugin|privacy-settings|quit|release-notes|resume|rewind|stats|status|terminal-setup|theme|tools|upgrade|usage|vim)(?:\s.*)?)$/;

/** How a session is told. */
export interface Telling {
  /** All of it, for an agent that forgot it; else how it ended. */
  readonly isWhole: boolean;
  /** Paths of the files that were changed again after it. */
  readonly changed: ReadonlySet<string>;
  readonly words: BriefWords;
}

/** What a session says of itself. */
export function ofSession(
  { sessionId }: Pick<ListedSession, 'sessionId'>,
  facts: SessionFacts,
  { isWhole, changed, words }: Telling,
): Statement[] {
  const base = baseOf('sessions', sessionId.slice(0, idLength));
  const at: Located = ({ time, entry }) => ({ base, entry: String(entry), time: Date.parse(time) });
  const requests = asked(facts.requests, words);
  return [
    ...requestStatements(isWhole ? requests : requests.slice(-3), at),
    ...planStatements(facts, at),
    ...(isWhole ? saidStatements(facts, at, words) : []),
    ...commandStatements(facts.commands, at, words),
    ...fileStatements(facts.files, changed, at, words),
  ];
}

interface Asked extends Said {
  /** It says no more than to go on. */
  readonly isNod: boolean;
}

const nod =
  /^(?:y|yes|yep|yeah|ok|okay|sure|go|go on|go ahead|do it|continue|proceed|next|thanks?|thank you|great|nice|perfect|cool|好|好的|可以|继续|行|嗯|是|是的|对|谢谢)[\s.!。！,，]*(?:please|thanks|do it|continue|继续|吧)?[\s.!。！]*$/i;

/** What was asked for; what was asked in the same words several times once, where it was asked last. */
function asked(requests: readonly Said[], words: BriefWords): Asked[] {
  const last = new Map<string, { readonly said: Said; readonly count: number }>();
  for (const said of requests) {
    const text = oneLine(said.text);
    if (text === '' || ofTheAgent.test(text) || isSessionContext(said.text)) continue;
    const key = text.toLowerCase();
    const count = (last.get(key)?.count ?? 0) + 1;
    last.delete(key);
    last.set(key, { said: { ...said, text }, count });
  }
  return [...last.values()].map(({ said, count }) => ({
    ...said,
    text: count > 1 ? `${said.text} (${words.times(count)})` : said.text,
    isNod: nod.test(said.text),
  }));
}

function requestStatements(told: readonly Asked[], at: Located): Statement[] {
  return told.map((request, n) => ({
    ...{ ...at(request), section: 'requests', text: request.text, least: 14 },
    rank: n === 0 || n >= told.length - 3 ? 0 : request.isNod ? 4 : 2,
  }));
}

const mostSaid = 8;
/** So many are told also where the requests are cut short. */
const mostAlways = 3;
/** Where requests are cut to fewer characters, there is room for no more. */
const roomy = 60;

/** The newest of what a person wants to be heeded, and of what was decided. */
function saidStatements(facts: SessionFacts, at: Located, words: BriefWords): Statement[] {
  const { rules, decisions, approved, requests } = facts;
  const asked = new Set(requests.map(({ text }) => text));
  const plans = approved.map((plan) => ({ ...plan, text: words.approved(plan.text) }));
  const chosen = decisions.filter(({ text }) => !asked.has(text.replace(/^.* → /, '')));
  const told = (list: readonly Said[], section: 'constraints' | 'decisions'): Statement[] =>
    newest(list).map((said, n, all) => ({
      ...{ ...at(said), section, text: oneLine(said.text), least: 60, rank: 2 },
      ...(n < all.length - mostAlways && { roomy }),
    }));
  const decided = [...plans.slice(-2), ...chosen].sort((a, b) => a.entry - b.entry);
  return [...told(decided, 'decisions'), ...told(rules, 'constraints')];
}

/** The newest, each once, oldest first. */
function newest(list: readonly Said[]): readonly Said[] {
  const last = new Map<string, Said>();
  for (const said of [...list].reverse()) if (!last.has(said.text)) last.set(said.text, said);
  return [...last.values()].slice(0, mostSaid).reverse();
}

/** Steps that are still to be done, in lines of several. */
function planStatements({ plan }: SessionFacts, at: Located): Statement[] {
  const open = plan?.items.filter(({ state }) => state !== 'done') ?? [];
  if (!plan || open.length === 0) return [];
  const steps = open.map(
    ({ text, state }) => `${state === 'doing' ? '[~]' : '[ ]'} ${shortened(oneLine(text), 90)}`,
  );
  return inLines(steps).map((text) => ({
    ...{ ...at(plan), section: 'plan', text, least: text.length, rank: 1, about: at(plan).base },
  }));
}

const lineLength = 240;

/** Short texts put together to lines of about 240 characters. */
function inLines(texts: readonly string[]): string[] {
  const lines: string[] = [];
  for (const text of texts) {
    const last = lines.at(-1);
    if (last === undefined || last.length + text.length > lineLength) lines.push(text);
    else lines[lines.length - 1] = `${last} ${text}`;
  }
  return lines;
}

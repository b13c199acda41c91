import type { Said, SessionFacts } from '../facts/sessionFacts.ts';
import type { ListedSession } from '../sessions/types.ts';
import { isSessionContext } from '../sessions/convert.ts';
import { oneLine } from '../text/containText.ts';
import { commandStatements } from './commandStatements.ts';
import { fileStatements } from './fileStatements.ts';
import { shortened } from './shortened.ts';
import { baseOf, idLength, type Located, type Statement } from './statements.ts';
import { inForce } from './superseded.ts';
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

/** So many of the newest are looked through, and told. */
const mostRead = 24;
const mostSaid = 8;
/** So many are told also where the requests are cut short. */
const mostAlways = 2;
/** Where requests are cut to fewer characters, there is room for no more. */
const roomy = 60;

/** The newest of what a person wants to be heeded, and of what was decided, as far as nothing later replaces it. */
function saidStatements(facts: SessionFacts, at: Located, words: BriefWords): Statement[] {
  const asked = new Set(facts.requests.map(({ text }) => text));
  const plans = facts.approved.map((plan) => ({ ...plan, text: words.approved(plan.text) }));
  const chosen = facts.decisions.filter(({ text }) => !asked.has(text.replace(/^.* → /, '')));
  const isChosen = new Set(chosen.map(({ entry, text }) => `${entry} ${text}`));
  const rules = facts.rules.filter(({ entry, text }) => !isChosen.has(`${entry} ${text}`));
  const read = (list: readonly Said[], section: 'constraints' | 'decisions'): Statement[] =>
    list.slice(-mostRead).map((said) => ({
      ...{ ...at(said), section, text: oneLine(said.text), least: 60, rank: 2 },
    }));
  const all = [...read([...plans.slice(-2), ...chosen], 'decisions'), ...read(rules, 'constraints')];
  const holding = inForce(all.sort((a, b) => Number(a.entry) - Number(b.entry)));
  return (['decisions', 'constraints'] as const).flatMap((section) =>
    holding
      .filter((one) => one.section === section)
      .slice(-mostSaid)
      .map((one, n, told) => ({ ...one, ...(n < told.length - mostAlways && { roomy }) })),
  );
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

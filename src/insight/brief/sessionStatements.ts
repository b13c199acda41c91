import type { ListedSession } from '../../history/sessions/types.ts';
import { oneLine } from '../../disk/text/containText.ts';
import { commandStatements } from './commandStatements.ts';
import { excerptOf } from './excerpt.ts';
import { fileStatements, linesOf } from './fileStatements.ts';
import { partStatements } from './requestParts.ts';
import { shorten } from './shorten.ts';
import { baseOf, idLength, type Locator, type Statement } from './statements.ts';
import type { BriefWords } from './words.ts';
import type { BriefFacts } from './briefFacts.ts';
import type { UniqueRequest } from './requestLog.ts';

/** How to describe a session. */
export interface SessionScope {
  /** The whole session, for an agent that lost its context or asked for this one; otherwise only how it ended. */
  readonly isWhole: boolean;
  /** Paths of files modified again after the session. */
  readonly changed: ReadonlySet<string>;
  readonly words: BriefWords;
}

/** The statements of a session. */
export function sessionStatements(
  { sessionId }: Pick<ListedSession, 'sessionId'>,
  facts: BriefFacts,
  { isWhole, changed, words }: SessionScope,
): Statement[] {
  const base = baseOf('sessions', sessionId.slice(0, idLength));
  const at: Locator = ({ time, entry }) => ({ base, entry: String(entry), time: Date.parse(time) });
  const parts = isWhole ? partStatements(facts, at) : [];
  const files = { latest: facts.files, more: facts.more.files, changed };
  return [
    ...[...requestStatements(isWhole ? facts.requests : facts.requests.slice(-3), at, words), ...parts].sort(
      (a, b) => Number(a.entry) - Number(b.entry),
    ),
    ...planStatements(facts, at),
    ...(isWhole ? settledStatements(facts, at, words) : []),
    ...commandStatements(facts.commands, at, words),
    ...fileStatements(files, at, words),
  ];
}

/** Number of statements not even gathered, as no brief has room for them. */
export const omittedCount = ({ more }: BriefFacts, isWhole: boolean): number =>
  (isWhole ? more.requests : 0) + more.commands + linesOf(more.files);

/** Minimum length of the newest request, which says what is wanted now. Characters. */
const newestLength = 100;

/** Whether a request is told as an excerpt: of many the newer ones, but not the newest. */
const isExcerpted = (n: number, { length }: readonly unknown[]): boolean =>
  n >= length - 100 && n < length - 1;

function requestStatements(requests: readonly UniqueRequest[], at: Locator, words: BriefWords): Statement[] {
  return requests.map((request, n) => ({
    ...at(request),
    section: 'requests',
    minLength: n === requests.length - 1 ? newestLength : 14,
    ...(isExcerpted(n, requests) && { excerpt: excerptOf(request.text) }),
    text: request.times > 1 ? `${request.text} (${words.times(request.times)})` : request.text,
    rank: n === 0 || n >= requests.length - 3 ? 0 : request.isNod ? 4 : 2,
  }));
}

/** Number of decisions included even where requests are cut short. */
const alwaysIncluded = 2;
/** Below this length of requests, no further decisions are included. Characters. */
const fromLength = 60;

function settledStatements({ settled }: BriefFacts, at: Locator, words: BriefWords): Statement[] {
  return (['decisions', 'constraints'] as const).flatMap((section) =>
    settled
      .filter((one) => one.section === section)
      .map((one, n, all) => ({
        ...at(one),
        section,
        minLength: 60,
        rank: 2,
        text: one.isPlan ? words.approved(one.text) : one.text,
        ...(n < all.length - alwaysIncluded && { fromLength }),
      })),
  );
}

/** Open steps of the plan, several per line. */
function planStatements({ plan }: BriefFacts, at: Locator): Statement[] {
  if (!plan) return [];
  const steps = plan.items.map(
    ({ text, state }) => `${state === 'doing' ? '[~]' : '[ ]'} ${shorten(oneLine(text), 90)}`,
  );
  return inLines(steps).map((text) => ({
    ...at(plan),
    section: 'plan',
    text,
    minLength: text.length,
    rank: 1,
    about: at(plan).base,
  }));
}

const lineLength = 240;

/** Joins short texts into lines of about 240 characters. */
function inLines(texts: readonly string[]): string[] {
  const lines: string[] = [];
  for (const text of texts) {
    const last = lines.at(-1);
    if (last === undefined || last.length + text.length > lineLength) lines.push(text);
    else lines[lines.length - 1] = `${last} ${text}`;
  }
  return lines;
}

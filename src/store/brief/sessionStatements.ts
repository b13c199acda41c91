import type { ListedSession } from '../sessions/types.ts';
import { oneLine } from '../text/containText.ts';
import { commandStatements } from './commandStatements.ts';
import { fileStatements, linesOf } from './fileStatements.ts';
import { shortened } from './shortened.ts';
import { baseOf, idLength, type Located, type Statement } from './statements.ts';
import type { BriefWords } from './words.ts';
import type { AskedOnce, Told } from './worthTelling.ts';

/** How a session is told. */
export interface SessionTelling {
  /** All of it, for an agent that forgot it; else how it ended. */
  readonly isWhole: boolean;
  /** Paths of the files that were changed again after it. */
  readonly changed: ReadonlySet<string>;
  readonly words: BriefWords;
}

/** What a session says of itself. */
export function ofSession(
  { sessionId }: Pick<ListedSession, 'sessionId'>,
  told: Told,
  { isWhole, changed, words }: SessionTelling,
): Statement[] {
  const base = baseOf('sessions', sessionId.slice(0, idLength));
  const at: Located = ({ time, entry }) => ({ base, entry: String(entry), time: Date.parse(time) });
  const files = { latest: told.files, more: told.more.files, changed };
  return [
    ...requestStatements(isWhole ? told.requests : told.requests.slice(-3), at, words),
    ...planStatements(told, at),
    ...(isWhole ? settledStatements(told, at, words) : []),
    ...commandStatements(told.commands, at, words),
    ...fileStatements(files, at, words),
  ];
}

/** How many statements of a session were not even kept, as no brief has room for so many. */
export const furtherOf = ({ more }: Told, isWhole: boolean): number =>
  (isWhole ? more.requests : 0) + more.commands + linesOf(more.files);

function requestStatements(told: readonly AskedOnce[], at: Located, words: BriefWords): Statement[] {
  return told.map((request, n) => ({
    ...{ ...at(request), section: 'requests', least: 14 },
    text: request.times > 1 ? `${request.text} (${words.times(request.times)})` : request.text,
    rank: n === 0 || n >= told.length - 3 ? 0 : request.isNod ? 4 : 2,
  }));
}

/** So many of what was decided are told also where the requests are cut short. */
const mostAlways = 2;
/** Where requests are cut to fewer characters, there is room for no more. */
const roomy = 60;

function settledStatements({ settled }: Told, at: Located, words: BriefWords): Statement[] {
  return (['decisions', 'constraints'] as const).flatMap((section) =>
    settled
      .filter((one) => one.section === section)
      .map((one, n, all) => ({
        ...{ ...at(one), section, least: 60, rank: 2 },
        text: one.isPlan ? words.approved(one.text) : one.text,
        ...(n < all.length - mostAlways && { roomy }),
      })),
  );
}

/** Steps that are still to be done, in lines of several. */
function planStatements({ plan }: Told, at: Located): Statement[] {
  if (!plan) return [];
  const steps = plan.items.map(
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

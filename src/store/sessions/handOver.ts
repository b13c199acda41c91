import { defined, isoTime, StoreError } from '../base/core.ts';
import { containLines } from '../text/containText.ts';
import { estimatedTokens } from '../text/textLength.ts';
import type { Content } from './content.ts';
import { extractCuratedHistory, validateHistory } from './curate.ts';
import { getInitialChatHistory, type EnvironmentConfig } from './environment.ts';
import { writers } from './formats.ts';
import { newest, stepsOf } from './newest.ts';
import { formatHistoryCursor, parseHistoryCursor } from './historyCursor.ts';
import { pairedHistory } from './pairing.ts';
import { defaultMaxTokens } from '../base/limits.ts';
import type { HandOver, HandOverOptions, HandOverSource, SessionInfo } from './types.ts';

/** Less has no room for the environment and a few words. */
export const minMaxTokens = 1_000;
/** More does not fit into a reply. */
export const maxMaxTokens = 1_000_000;
/** Kept free for the note of what was left out. */
const noteTokens = 120;
/** And for the call that gives it. */
const callTokens = 130;
/** The environment takes at most this part of a history. */
const environmentShare = 3;

/** A session as what is handed over names it. */
export function handOverSource({
  title,
  source,
  sessionId,
  activeAt,
  path,
  ...more
}: SessionInfo): HandOverSource {
  const active = isoTime(activeAt);
  const elsewhere = more.isElsewhere ? `, in ${JSON.stringify(more.cwd)}` : '';
  return {
    title: `the session ${JSON.stringify(title)} (${source}, ${sessionId}, last active ${active}${elsewhere})`,
    path,
    sessionId,
  };
}

/** Says of a history that it is the end of a session whose transcript had so many bytes, or may be counted from there. */
export interface EndOfSession {
  readonly size: number;
  /** Whether there is more before it. */
  readonly isPart: boolean;
}

/** Of whom a history is handed over, and how. */
export type SourcedOptions = HandOverOptions & {
  readonly source?: HandOverSource;
  readonly endOf?: EndOfSession;
};

/** Writes a history for the beginning of another chat; what the promises are stands at `HandOver`. */
export async function writeHandOver(
  config: EnvironmentConfig,
  history: readonly Content[],
  options: SourcedOptions = {},
): Promise<HandOver> {
  const { format = 'text', maxTokens = defaultMaxTokens, source } = options;
  checkBudget(maxTokens);
  validateHistory(history);
  const page = pageOf(history, options);
  const writer = writers[format];
  const cost = (some: readonly Content[]): number => estimatedTokens(writer.text(some)) + 1;
  const shown = page.isFirst && options.environment !== 'none';
  const goesOn = history.length > 0;
  const within = { maxTokens: maxTokens / environmentShare, goesOn };
  const environment = shown ? await environmentWithin(config, within, cost) : '';
  const title = source ? `${page.isFirst ? 'This chat continues' : 'Earlier turns of'} ${source.title}.` : '';
  const room =
    maxTokens - cost([userTurn([environment, title])]) - noteTokens - (options.rest ? callTokens : 0);
  const chosen = newest(page.steps, room, cost, page.isFirst);
  const { turns, shortened, before } = chosen;
  const omittedTurns = page.steps.flat().length - turns.length;
  const cursor = cursorOf(before, page, options);
  const left = leftOut({ omittedTurns, shortened, cursor }, maxTokens, options);
  const said = [title, left].filter((text) => text !== '').join(' ');
  const shownTurns = format === 'text' ? turns.map(contained) : turns;
  const messages = [userTurn([environment, said]), ...shownTurns].filter(
    ({ parts }) => parts[0]?.text !== '',
  );
  const last = format === 'text' && (options.environment ?? 'first') !== 'first';
  const text = last
    ? [said, writer.text(shownTurns), environment].filter((part) => part !== '').join('\n\n')
    : writer.text(messages);
  const tokens = Math.ceil(estimatedTokens(text));
  const counts = { tokens, turns: turns.length, omittedTurns, shortened };
  return {
    format,
    text,
    messages: writer.messages(messages),
    ...counts,
    ...defined({ cursor }),
  };
}

/** The steps a page is chosen from: all, or those before an earlier page. */
function pageOf(history: readonly Content[], { cursor, curated: wanted = true }: SourcedOptions) {
  const { place, curated = wanted } = cursor === undefined ? {} : parseHistoryCursor(cursor);
  const all = stepsOf(pairedHistory(curated ? extractCuratedHistory(history) : history, curated));
  const before = place && ('steps' in place ? place.steps : Math.max(0, all.length - place.behind));
  return { steps: all.slice(0, before), count: all.length, curated, isFirst: cursor === undefined };
}

function cursorOf(
  steps: number,
  { count, curated }: { readonly count: number; readonly curated: boolean },
  { source, endOf }: SourcedOptions,
): string | undefined {
  const sessionId = source?.sessionId;
  if (steps === 0 || sessionId === undefined) return undefined;
  const place = endOf ? { behind: count - steps, size: endOf.size } : { steps };
  return formatHistoryCursor({ sessionId, place, curated });
}

function checkBudget(maxTokens: number): void {
  if (maxTokens >= minMaxTokens && maxTokens <= maxMaxTokens) return;
  throw new StoreError(
    'invalid_argument',
    `maxTokens is ${maxTokens}; give ${minMaxTokens} to ${maxMaxTokens}, or leave it out for ${defaultMaxTokens}.`,
    { maxTokens },
  );
}

/** A turn that no line of which looks like the environment around the history. */
const contained = ({ role, parts }: Content): Content => ({
  role,
  parts: parts.map((part) =>
    part.text === undefined ? part : { ...part, text: containLines(part.text, '\\s*</?session_context') },
  ),
});

const userTurn = (texts: readonly string[]): Content => ({
  role: 'user',
  parts: [{ text: texts.filter((text) => text !== '').join('\n\n') }],
});

/** The first turn; without the trees of folders, and then without what is remembered, where these take too much. */
async function environmentWithin(
  config: EnvironmentConfig,
  { maxTokens, goesOn }: { readonly maxTokens: number; readonly goesOn: boolean },
  cost: (turns: readonly Content[]) => number,
): Promise<string> {
  const withoutTree = { ...config, includeDirectoryTree: false };
  const tries = [config, withoutTree, { ...withoutTree, memory: '' }];
  let text = '';
  for (const attempt of tries) {
    const turns = await getInitialChatHistory(attempt, [], { goesOn });
    text = turns[0]?.parts[0]?.text ?? '';
    if (cost(turns) <= maxTokens) break;
  }
  return text;
}

interface Left {
  readonly omittedTurns: number;
  readonly shortened: number;
  readonly cursor: string | undefined;
}

/** Says what is missing of a history, how to get it, and where the whole is. */
function leftOut(
  { omittedTurns, shortened, cursor }: Left,
  maxTokens: number,
  { source, rest, endOf }: SourcedOptions,
): string {
  const more = endOf?.isPart ? 'more than ' : '';
  const missing = [
    ...(omittedTurns > 0 ? [`${more}${omittedTurns} older turns were left out`] : []),
    ...(shortened > 0 ? [`${shortened} long texts were shortened`] : []),
  ];
  if (missing.length === 0) return '';
  const next = rest && cursor !== undefined ? ` For the older turns: ${rest(cursor)}` : '';
  const whole = source ? ` The whole is in ${source.path}.` : '';
  return `[To stay within ${maxTokens} tokens, ${missing.join(' and ')}.${next}${whole}]`;
}

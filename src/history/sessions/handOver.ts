import { defined, isoTime, StoreError } from '../../disk/base/core.ts';
import { containTags } from '../../disk/text/containText.ts';
import { charsPerToken, charTokens, estimatedTokens, type Measure } from '../../disk/text/textLength.ts';
import type { Content } from './content.ts';
import { extractCuratedHistory, validateHistory } from './curate.ts';
import { getInitialChatHistory, type EnvironmentConfig } from './environment.ts';
import { writers } from './formats.ts';
import { newest, stepsOf, type Costs } from './newestTurns.ts';
import { formatHistoryCursor, parseHistoryCursor } from './historyCursor.ts';
import { pairedHistory } from './pairing.ts';
import { defaultMaxTokens } from '../../disk/base/limits.ts';
import type { HandOver, HandOverOptions, HandOverSource, SessionInfo } from './types.ts';

/** Minimum for the environment and a few words. */
export const minMaxTokens = 1_000;
/** Maximum size of a reply. */
export const maxMaxTokens = 1_000_000;
/** Reserved for the note about omissions. */
const noteTokens = 120;
/** Reserved for the call that fetches them. */
const callTokens = 130;
/** The environment takes at most this fraction of a history. */
const environmentShare = 3;

/** Describes a session as the source of a handover. */
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
  const lacking = more.recovered === 'prompts' ? ', recovered, answers missing' : '';
  return {
    title: `the session ${JSON.stringify(title)} (${source}, ${sessionId}, last active ${active}${elsewhere}${lacking})`,
    path,
    sessionId,
  };
}

/** Marks a history as the end of a session whose transcript had `size` bytes, or as counted from there. */
export interface EndOfSession {
  readonly size: number;
  /** Whether more precedes it. */
  readonly isPart: boolean;
}

/** The options of a handover with its source. */
export type SourcedOptions = HandOverOptions & {
  readonly source?: HandOverSource;
  readonly endOf?: EndOfSession;
};

/** Writes a history for the start of another chat, see `HandOver`. */
export async function writeHandOver(
  config: EnvironmentConfig,
  history: readonly Content[],
  options: SourcedOptions = {},
): Promise<HandOver> {
  const { format = 'text', source } = options;
  const { tokens: maxTokens, measure, label: limit } = budgetOf(options);
  validateHistory(history);
  const page = pageOf(history, options);
  const writer = writers[format];
  const costs: Costs = { of: (some) => measure(writer.text(some)) + 1, text: measure };
  const shown = page.isFirst && options.environment !== 'none';
  const isContinued = history.length > 0;
  const within = { maxTokens: maxTokens / environmentShare, isContinued };
  const environment = shown ? await environmentWithin(config, within, costs) : '';
  const title = source ? `${page.isFirst ? 'This chat continues' : 'Earlier turns of'} ${source.title}.` : '';
  const room =
    maxTokens - costs.of([userTurn([environment, title])]) - noteTokens - (options.rest ? callTokens : 0);
  const chosen = newest(page.steps, room, costs, page.isFirst);
  const { turns, shortened, before } = chosen;
  const omittedTurns = page.steps.flat().length - turns.length;
  const cursor = cursorOf(before, page, options);
  const left = leftOut({ omittedTurns, shortened, cursor }, limit, options);
  const intro = [title, left].filter((text) => text !== '').join(' ');
  const shownTurns = format === 'text' ? turns.map(contained) : turns;
  const messages = [userTurn([environment, intro]), ...shownTurns].filter(
    ({ parts }) => parts[0]?.text !== '',
  );
  const last = format === 'text' && (options.environment ?? 'first') !== 'first';
  const text = last
    ? [intro, writer.text(shownTurns), environment].filter((part) => part !== '').join('\n\n')
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

/** The steps available to a page: all, or those before an earlier page. */
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

/** The maximum size of a history, its measure, and its label in notes. */
interface Budget {
  readonly tokens: number;
  readonly measure: Measure;
  readonly label: string;
}

/** Returns the budget in estimated tokens, or in characters for readers that limit these. */
export function budgetOf({ maxChars, maxTokens }: HandOverOptions): Budget {
  if (maxTokens === undefined && maxChars !== undefined)
    return { tokens: maxChars / charsPerToken, measure: charTokens, label: `${maxChars} characters` };
  const tokens = maxTokens ?? defaultMaxTokens;
  checkBudget(tokens);
  return { tokens, measure: estimatedTokens, label: `${tokens} tokens` };
}

function checkBudget(maxTokens: number): void {
  if (maxTokens >= minMaxTokens && maxTokens <= maxMaxTokens) return;
  throw new StoreError(
    'invalid_argument',
    `maxTokens is ${maxTokens}; give ${minMaxTokens} to ${maxMaxTokens}, or leave it out for ${defaultMaxTokens}.`,
    { maxTokens },
  );
}

/** Escapes lines that look like the environment around the history. */
const contained = ({ role, parts }: Content): Content => ({
  role,
  parts: parts.map((part) =>
    part.text === undefined ? part : { ...part, text: containTags(part.text, 'session_context') },
  ),
});

const userTurn = (texts: readonly string[]): Content => ({
  role: 'user',
  parts: [{ text: texts.filter((text) => text !== '').join('\n\n') }],
});

/** The first turn; drops the folder trees, then the memory, where it is too long. */
async function environmentWithin(
  config: EnvironmentConfig,
  { maxTokens, isContinued }: { readonly maxTokens: number; readonly isContinued: boolean },
  costs: Costs,
): Promise<string> {
  const withoutTree = { ...config, includeDirectoryTree: false };
  const tries = [config, withoutTree, { ...withoutTree, memory: '' }];
  let text = '';
  for (const attempt of tries) {
    const turns = await getInitialChatHistory(attempt, [], { isContinued });
    text = turns[0]?.parts[0]?.text ?? '';
    if (costs.of(turns) <= maxTokens) break;
  }
  return text;
}

interface Left {
  readonly omittedTurns: number;
  readonly shortened: number;
  readonly cursor: string | undefined;
}

/** Describes what a history lacks, how to get it, and where the whole is. */
function leftOut(
  { omittedTurns, shortened, cursor }: Left,
  limit: string,
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
  return `[To stay within ${limit}, ${missing.join(' and ')}.${next}${whole}]`;
}

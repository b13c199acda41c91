import { StoreError } from '../errors.ts';
import { estimatedTokens } from '../tokens.ts';
import type { Content } from './content.ts';
import { extractCuratedHistory, validateHistory } from './curate.ts';
import { getInitialChatHistory, type EnvironmentConfig } from './environment.ts';
import { writers } from './formats.ts';
import { newest, stepsOf } from './newest.ts';
import { pairedHistory } from './pairing.ts';
import type { HandOver, HandOverOptions, HandOverSource, SessionInfo } from './types.ts';

/** Estimated tokens of an initial history unless said otherwise. */
export const defaultMaxTokens = 20_000;
/** Less has no room for the environment and a few words. */
export const minMaxTokens = 1_000;
/** More does not fit into a reply. */
export const maxMaxTokens = 1_000_000;
/** Kept free for the note of what was left out. */
const noteTokens = 120;

/** A session as what is handed over names it. */
export function handOverSource({ title, source, sessionId, activeAt, path }: SessionInfo): HandOverSource {
  const active = new Date(activeAt).toISOString();
  return {
    title: `the session ${JSON.stringify(title)} (${source}, ${sessionId}, last active ${active})`,
    path,
  };
}

/** Writes a history for the beginning of another chat; what the promises are stands at `HandOver`. */
export async function writeHandOver(
  config: EnvironmentConfig,
  history: readonly Content[],
  options: HandOverOptions & { readonly source?: HandOverSource } = {},
): Promise<HandOver> {
  const { format = 'text', maxTokens = defaultMaxTokens, curated = true, source } = options;
  checkBudget(maxTokens);
  validateHistory(history);
  const turns = pairedHistory(curated ? extractCuratedHistory(history) : history);
  const writer = writers[format];
  const cost = (some: readonly Content[]): number => estimatedTokens(writer.text(some)) + 1;
  const environment = await environmentWithin(config, maxTokens / 2, cost);
  const title = source ? `This chat continues ${source.title}.` : '';
  const room = maxTokens - cost([userTurn([environment, title])]) - noteTokens;
  const chosen = newest(stepsOf(turns), room, cost);
  const omittedTurns = turns.length - chosen.turns.length;
  const left = leftOut(omittedTurns, chosen.shortened, maxTokens, source);
  const all = [
    userTurn([environment, [title, left].filter((text) => text !== '').join(' ')]),
    ...chosen.turns,
  ];
  const text = writer.text(all);
  const { shortened } = chosen;
  const counts = {
    tokens: Math.ceil(estimatedTokens(text)),
    turns: chosen.turns.length,
    omittedTurns,
    shortened,
  };
  return { format, text, messages: writer.messages(all), ...counts };
}

function checkBudget(maxTokens: number): void {
  if (maxTokens >= minMaxTokens && maxTokens <= maxMaxTokens) return;
  throw new StoreError(
    'invalid_argument',
    `maxTokens is ${maxTokens}; give ${minMaxTokens} to ${maxMaxTokens}, or leave it out for ${defaultMaxTokens}.`,
    { maxTokens },
  );
}

const userTurn = (texts: readonly string[]): Content => ({
  role: 'user',
  parts: [{ text: texts.filter((text) => text !== '').join('\n\n') }],
});

/** The first turn; without the trees of folders, and then without what is remembered, where these take too much. */
async function environmentWithin(
  config: EnvironmentConfig,
  maxTokens: number,
  cost: (turns: readonly Content[]) => number,
): Promise<string> {
  const withoutTree = { ...config, includeDirectoryTree: false };
  const tries = [config, withoutTree, { ...withoutTree, memory: '' }];
  let text = '';
  for (const attempt of tries) {
    const turns = await getInitialChatHistory(attempt);
    text = turns[0]?.parts[0]?.text ?? '';
    if (cost(turns) <= maxTokens) break;
  }
  return text;
}

/** Says what is missing of a history, and where the whole is. */
function leftOut(
  turns: number,
  texts: number,
  maxTokens: number,
  source: HandOverSource | undefined,
): string {
  const missing = [
    ...(turns > 0 ? [`${turns} older turns were left out`] : []),
    ...(texts > 0 ? [`${texts} long texts were shortened`] : []),
  ];
  if (missing.length === 0) return '';
  const whole = source ? ` The whole is in ${source.path}.` : '';
  return `[To stay within ${maxTokens} tokens, ${missing.join(' and ')}.${whole}]`;
}

import type { JsonValue } from '../../disk/base/core.ts';
import { fieldsOf, listOf, textOf } from '../reading/fields.ts';
import { givenTitle, isCommand, titleOfPrompt, titleOfTime } from '../reading/titles.ts';

/** Title-related facts in the transcript itself. */
export interface TitleFacts {
  readonly customTitle?: string | undefined;
  readonly aiTitle?: string | undefined;
  readonly summary?: string | undefined;
  /** First command with an argument, or that starts an agent by itself. */
  readonly command?: string | undefined;
}

/** Further sources of a title. */
export interface TitleSources {
  readonly sessionId: string;
  /** ISO 8601, UTC. */
  readonly startTime: string;
  /** Content of `sessions-index.json` beside the transcript. */
  readonly sessionsIndex: JsonValue | undefined;
  /** Title that the first prompt would make. */
  readonly prompt: string | undefined;
}

/**
 * Chooses the title: the person's, the agent's, the session index's, the summary, the first prompt or command, or the
 * time, in this order.
 */
export function claudeTitle(facts: TitleFacts, from: TitleSources): string {
  const candidates = [facts.customTitle, facts.aiTitle, indexTitle(from), facts.summary];
  for (const title of candidates) {
    const line = givenTitle(title);
    if (line !== undefined) return line;
  }
  return from.prompt ?? titleOfPrompt(facts.command ?? '') ?? titleOfTime(from.startTime);
}

/**
 * Makes a title from a prompt; undefined for commands and messages without words. A short argument of a slash command
 * means nothing by itself, so the title is then the command as `typed`.
 */
export function promptTitle(words: readonly string[], typed?: string): string | undefined {
  const prompt = words.find((text) => text.trim() !== '' && !isCommand(text.trim()));
  if (typed !== undefined && prompt !== undefined && /^\S{1,8}$/.test(prompt.trim()))
    return titleOfPrompt(typed);
  return prompt === undefined ? undefined : titleOfPrompt(planHeading(prompt) ?? prompt);
}

/** Heading of an accepted plan, around which Claude Code writes a prompt of its own. */
function planHeading(text: string): string | undefined {
  const plan = /^\s*Implement the following plan:?\s+(\S[^]*)$/.exec(text)?.[1];
  const lines = plan?.slice(0, 10_000).split('\n');
  const heading = lines
    ?.map((line) => /^#{1,6}\s+(.*\S)/.exec(line)?.[1])
    .find((found) => found !== undefined);
  return heading ?? lines?.[0];
}

function indexTitle({ sessionsIndex, sessionId }: TitleSources): string | undefined {
  const entries = listOf(fieldsOf(sessionsIndex).entries).map(fieldsOf);
  const entry = entries.find((one) => one.sessionId === sessionId);
  return textOf(entry?.customTitle) ?? textOf(entry?.summary);
}

import type { JsonValue } from '../../base/core.ts';
import { fieldsOf, listOf, textOf } from '../shared/fields.ts';
import { givenTitle, isCommand, titleOfPrompt, titleOfTime } from '../shared/titles.ts';

/** What a transcript itself tells of its title. */
export interface TitleFacts {
  readonly customTitle?: string | undefined;
  readonly aiTitle?: string | undefined;
  readonly summary?: string | undefined;
  /** The first command with words for the agent or for Claude Code, or that asks an agent by itself. */
  readonly command?: string | undefined;
}

/** What else a title may come from. */
export interface TitleSources {
  readonly sessionId: string;
  /** ISO 8601, UTC. */
  readonly startTime: string;
  /** Content of `sessions-index.json` beside the transcript. */
  readonly sessionsIndex: JsonValue | undefined;
  /** What the first prompt would make as a title. */
  readonly prompt: string | undefined;
}

/** The title: given by the person, by the agent, in the index of sessions, its summary, the first prompt or command, the time. */
export function claudeTitle(facts: TitleFacts, from: TitleSources): string {
  const candidates = [facts.customTitle, facts.aiTitle, indexTitle(from), facts.summary];
  for (const title of candidates) {
    const line = givenTitle(title);
    if (line !== undefined) return line;
  }
  return from.prompt ?? titleOfPrompt(facts.command ?? '') ?? titleOfTime(from.startTime);
}

/** What a prompt would make as a title; undefined for commands, and for what holds no words. */
export function promptTitle(words: readonly string[]): string | undefined {
  const prompt = words.find((text) => text.trim() !== '' && !isCommand(text.trim()));
  return prompt === undefined ? undefined : titleOfPrompt(planHeading(prompt) ?? prompt);
}

/** Where a person accepts a plan, Claude Code begins anew with a prompt of its own around it. */
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

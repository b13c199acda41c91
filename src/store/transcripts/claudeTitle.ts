import type { JsonValue } from '../json.ts';
import type { ClaudeFacts } from './claudeIndex.ts';
import { fieldsOf, listOf, textOf } from './fields.ts';
import { givenTitle, titleOfTime } from './titles.ts';

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

/** The title: given by the person, by the agent, in the index of sessions, its summary, the first prompt, the time. */
export function claudeTitle(facts: ClaudeFacts, from: TitleSources): string {
  const given = [facts.customTitle, facts.aiTitle, indexTitle(from), facts.summary];
  for (const title of given) {
    const line = givenTitle(title);
    if (line !== undefined) return line;
  }
  return from.prompt ?? titleOfTime(from.startTime);
}

function indexTitle({ sessionsIndex, sessionId }: TitleSources): string | undefined {
  const entries = listOf(fieldsOf(sessionsIndex).entries).map(fieldsOf);
  const entry = entries.find((one) => one.sessionId === sessionId);
  return textOf(entry?.customTitle) ?? textOf(entry?.summary);
}

import { defined, type JsonObject } from '../../disk/base/core.ts';
import type { ContinuedHeader } from '../reading/continued.ts';
import { listOf, textOf } from '../reading/fields.ts';
import { omittedIn, type OmissionLog } from '../reading/kinds.ts';
import type { TranscriptSource } from '../reading/types.ts';
import { firstPrompt, headerOf, type ClaudeSidecars } from './claude.ts';
import type { ClaudeFacts } from './claudeIndex.ts';
import type { ClaudeFlow } from './claudeLinks.ts';

/** A part of a transcript as far as the header depends on it. */
export interface ClaudePart {
  readonly facts: ClaudeFacts;
  readonly links: ClaudeFlow['links'];
  readonly omitted: OmissionLog;
  /** Number of rewound messages in the whole session. */
  readonly rewound: number;
  /** Number of records before the next place; 0 if there is none. */
  readonly settled: number;
}

/** Returns the header of a session from a part of it, and from what was settled before the part. */
export function continuedClaudeHeader(
  { facts, links, omitted, rewound, settled }: ClaudePart,
  { source, about }: { readonly source: TranscriptSource; readonly about: ClaudeSidecars },
  before?: JsonObject,
): ContinuedHeader {
  const known = withEarlier(facts, before);
  const earlier = omittedIn(before);
  const earlierPrompt = textOf(before?.prompt);
  const prompt = earlierPrompt ?? firstPrompt(links);
  const left = omitted.until(Infinity, earlier);
  const settledPrompt = earlierPrompt ?? firstPrompt(links.filter(({ at }) => at < settled));
  return {
    header: headerOf(known, { source, about, left, prompt, rewound }),
    settled: {
      ...storedFacts(known),
      ...omitted.until(settled, earlier),
      ...defined({ prompt: settledPrompt }),
    },
  };
}

/** Adds later facts to earlier ones; facts of the same lines may be added twice. */
function withEarlier(facts: ClaudeFacts, before: JsonObject = {}): ClaudeFacts {
  const last = (name: 'gitBranch' | 'version' | 'customTitle' | 'aiTitle' | 'summary') =>
    facts[name] ?? textOf(before[name]);
  const ids = listOf(before.sessionIds).filter((id) => typeof id === 'string');
  const times = (name: 'startTime' | 'lastUpdated') =>
    [facts[name], textOf(before[name])].filter((time) => time !== undefined).sort();
  const { isAutomated } = before;
  return {
    sessionIds: new Set([...ids, ...facts.sessionIds]),
    cwds: facts.cwds,
    commands: [],
    gitBranch: last('gitBranch'),
    version: last('version'),
    customTitle: last('customTitle'),
    aiTitle: last('aiTitle'),
    summary: last('summary'),
    command: textOf(before.command) ?? facts.command,
    startTime: times('startTime')[0],
    lastUpdated: times('lastUpdated').at(-1),
    isAutomated: isAutomated === false ? false : (facts.isAutomated ?? (isAutomated === true || undefined)),
  };
}

/** Returns the facts as they are stored; folders are known from the place. */
function storedFacts({ sessionIds, ...facts }: ClaudeFacts): JsonObject {
  const { gitBranch, version, customTitle, aiTitle, summary, command } = facts;
  const { startTime, lastUpdated, isAutomated } = facts;
  const titles = { customTitle, aiTitle, summary, command };
  return {
    sessionIds: [...sessionIds],
    ...defined({ gitBranch, version, ...titles, startTime, lastUpdated, isAutomated }),
  };
}

import { createHash } from 'node:crypto';
import { defined, isoTime, type JsonObject } from '../../disk/base/core.ts';
import type { ContinuedHeader } from '../reading/continued.ts';
import { numberOf, textOf } from '../reading/fields.ts';
import { omittedIn, type OmissionLog, type Omitted } from '../reading/kinds.ts';
import { titleOfPrompt, titleOfTime } from '../reading/titles.ts';
import type { SessionHeader, TranscriptSource } from '../reading/types.ts';
import type { CodexFacts, CodexPlan } from './codexIndex.ts';
import { sessionIdOf } from './codexPart.ts';

/** What a header tells besides the facts. */
interface CodexHeading {
  readonly source: TranscriptSource;
  readonly left: Omitted;
  /** Title that the first prompt makes. */
  readonly title: string | undefined;
  /** Number of rewound messages. */
  readonly rewound: number;
}

/** Returns the header of a session without commands and requests. */
export function codexHeader(
  facts: CodexFacts,
  { source, left, title, rewound }: CodexHeading,
): SessionHeader {
  const { cwd, gitBranch, version } = facts;
  const changed = isoTime(source.mtimeMs);
  const startTime = facts.startTime ?? changed;
  return {
    sessionId: facts.sessionId ?? sessionIdOf(source.path),
    projectHash: createHash('sha256')
      .update(cwd ?? '')
      .digest('hex'),
    startTime,
    lastUpdated: facts.lastUpdated ?? changed,
    title: titleOfPrompt(facts.title ?? facts.helper ?? '') ?? title ?? titleOfTime(startTime),
    source: 'codex',
    ...defined({ cwd, gitBranch, version }),
    omitted: { ...left, rewound },
  };
}

/** Number of messages that were rolled back before an entry. */
export function rewoundUntil(rewound: CodexPlan['rewound'], until = Infinity): number {
  let count = 0;
  for (const [at, messages] of rewound) if (at < until) count += messages;
  return count;
}

/** A part of a rollout as far as the header depends on it. */
export interface CodexRest {
  readonly facts: CodexFacts;
  readonly plan: CodexPlan;
  readonly omitted: OmissionLog;
  readonly source: TranscriptSource;
  /** Number of entries before the next place; 0 if there is none. */
  readonly settled: number;
}

/** Returns the header of a session from a part of it, and from what was settled before the part. */
export function continuedCodexHeader(
  { facts, plan, omitted, source, settled }: CodexRest,
  before: JsonObject = {},
): ContinuedHeader {
  const known = withEarlier(facts, before);
  const earlier = omittedIn(before);
  const earlierTitle = textOf(before.prompt);
  const rewoundBefore = numberOf(before.rewound) ?? 0;
  const title = earlierTitle ?? plan.title;
  const left = omitted.until(Infinity, earlier);
  const isSettled = (plan.titleAt ?? Infinity) < settled;
  const { isAutomated, parentId } = known;
  const header = codexHeader(known, {
    source,
    left,
    title,
    rewound: rewoundBefore + rewoundUntil(plan.rewound),
  });
  return {
    header: { ...header, ...defined({ parentId, isAutomated }) },
    settled: {
      ...defined(known),
      ...omitted.until(settled, earlier),
      ...defined({ prompt: earlierTitle ?? (isSettled ? plan.title : undefined) }),
      rewound: rewoundBefore + rewoundUntil(plan.rewound, settled),
    },
  };
}

/** Adds later facts to earlier ones; facts of the same entries may be added twice. */
function withEarlier(facts: CodexFacts, before: JsonObject): CodexFacts {
  const first = (name: 'sessionId' | 'cwd' | 'gitBranch' | 'version' | 'parentId' | 'helper') =>
    textOf(before[name]) ?? facts[name];
  const times = (name: 'startTime' | 'lastUpdated') =>
    [facts[name], textOf(before[name])].filter((time) => time !== undefined).sort();
  const ownFrom = textOf(before.ownFrom) ?? facts.ownFrom ?? '';
  const typedAt = facts.typedAt ?? textOf(before.typedAt);
  const isTyped = typedAt !== undefined && typedAt >= ownFrom;
  return {
    ownFrom,
    typedAt,
    sessionId: first('sessionId'),
    cwd: first('cwd'),
    gitBranch: first('gitBranch'),
    version: first('version'),
    parentId: first('parentId'),
    helper: first('helper'),
    title: facts.title ?? textOf(before.title),
    isAutomated: before.isAutomated === true && !isTyped ? true : facts.isAutomated,
    startTime: times('startTime')[0],
    lastUpdated: times('lastUpdated').at(-1),
  };
}

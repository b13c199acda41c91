import { defined, isoTime } from '../../disk/base/core.ts';
import { createHash } from 'node:crypto';
import { basename, dirname, extname } from 'node:path';
import { givenTitle, titleOfMessages, titleOfTime } from './titles.ts';
import type { SessionRecord, TranscriptSource } from './types.ts';

/** Facts that a reader found, where present. */
export interface FoundSession {
  readonly sessionId?: string | undefined;
  readonly projectHash?: string | undefined;
  readonly startTime?: string | undefined;
  readonly lastUpdated?: string | undefined;
  readonly title?: string | undefined;
  readonly summary?: string | undefined;
  readonly cwd?: string | undefined;
  readonly gitBranch?: string | undefined;
  readonly version?: string | undefined;
}

type Rest = Pick<SessionRecord, 'messages' | 'omitted'> &
  Partial<Pick<SessionRecord, 'subagents' | 'commands' | 'requests'>> & {
    readonly source: SessionRecord['source'];
  };

/** Makes the session of a transcript; missing facts come from its messages, file name and time of change. */
export function sessionOf(found: FoundSession, rest: Rest, from: TranscriptSource): SessionRecord {
  const changed = isoTime(from.mtimeMs);
  const times = rest.messages.map(({ timestamp }) => timestamp);
  const startTime = found.startTime ?? times[0] ?? changed;
  const { source, ...more } = rest;
  return {
    sessionId: found.sessionId ?? sessionIdOf(from.path),
    projectHash:
      found.projectHash ??
      createHash('sha256')
        .update(found.cwd ?? '')
        .digest('hex'),
    startTime,
    lastUpdated: latest([...times, found.lastUpdated ?? '']) ?? changed,
    title: givenTitle(found.title) ?? titleOfMessages(rest.messages) ?? titleOfTime(startTime),
    ...defined({ summary: found.summary }),
    ...(source && { source }),
    ...defined({ cwd: found.cwd, gitBranch: found.gitBranch, version: found.version }),
    ...more,
  };
}

/** The file's name, or its folder's if all transcripts of the agent have the same name. */
function sessionIdOf(path: string): string {
  const name = basename(path, extname(path));
  return name === 'events' || name === 'api_conversation_history' ? basename(dirname(path)) : name;
}

function latest(times: readonly string[]): string | undefined {
  const last = times.reduce((a, b) => (a > b ? a : b), '');
  return last === '' ? undefined : last;
}

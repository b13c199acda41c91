import { createHash } from 'node:crypto';
import { isoTime } from '../../disk/base/core.ts';
import { formatItemReference } from '../../find/search/reference.ts';
import type { AgentTrace, LineRange } from './types.ts';

/** Version of the public specification Agent Trace. */
const traceVersion = '0.1.0';

/** The lines of one conversation in a file of a commit. */
export interface TracedLines {
  readonly id: string;
  readonly lines: readonly LineRange[];
}

/** Returns the record of a commit; `files`: conversations by path. The same content has the same id. */
export function traceOf(
  commit: string,
  files: ReadonlyMap<string, readonly TracedLines[]>,
  now: number,
): AgentTrace {
  const content = {
    vcs: { type: 'git', revision: commit },
    files: [...files].map(([path, conversations]) => ({
      path,
      conversations: conversations.map(conversation),
    })),
  } as const;
  const id = uuidOf(JSON.stringify(content));
  return { version: traceVersion, id, timestamp: isoTime(now), ...content };
}

const conversation = ({ id, lines }: TracedLines): AgentTrace['files'][number]['conversations'][number] => ({
  url: formatItemReference({ source: 'sessions', name: id }),
  contributor: { type: 'ai' },
  ranges: lines.map(([start, end]) => ({ start_line: start, end_line: end })),
});

/** A UUID of version 8 made from a hash. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`];
  return [...parts, hex.slice(20, 32)].join('-');
}

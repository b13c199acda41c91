import fs from 'node:fs/promises';
import { join } from 'node:path';
import type { Transcript } from '../../../src/history/archive/types.ts';
import { streamClaude } from '../../../src/agents/claude/claude.ts';

export interface Line {
  readonly id: string;
  readonly text: string;
  readonly by?: 'user' | 'assistant';
  /** A tool the assistant calls, and whether its result has come. */
  readonly tool?: 'pending' | 'done';
  /** A compaction with this summary. */
  readonly summary?: string;
}

/** The lines of a transcript of Claude Code, which worked in a folder. */
export function claudeLines(
  session: string,
  title: string,
  lines: readonly Line[],
  cwd = '/code/项目',
): string {
  let parent: string | null = null;
  let second = 0;
  const base = (uuid: string) => {
    const shared = {
      parentUuid: parent,
      isSidechain: false,
      cwd,
      sessionId: session,
      version: '2.1.0',
      gitBranch: 'main',
      uuid,
      timestamp: new Date(Date.UTC(2026, 1, 5, 12, 0, second++)).toISOString(),
    };
    parent = uuid;
    return shared;
  };
  const records: object[] = [{ type: 'custom-title', customTitle: title, sessionId: session }];
  for (const { id, text, by = 'user', tool, summary } of lines) {
    if (summary !== undefined) {
      records.push({
        ...base(id),
        type: 'system',
        subtype: 'compact_boundary',
        compactMetadata: { trigger: 'auto' },
      });
      const message = { role: 'user', content: summary };
      records.push({ ...base(`${id}-summary`), type: 'user', isCompactSummary: true, message });
    } else if (by === 'user') {
      records.push({ ...base(id), type: 'user', message: { role: 'user', content: text } });
    } else {
      const use = { type: 'tool_use', id: `call-${id}`, name: 'Bash', input: { command: 'ls' } };
      const content = [{ type: 'text', text }, ...(tool ? [use] : [])];
      records.push({ ...base(id), type: 'assistant', message: { id, role: 'assistant', content } });
      const result = { type: 'tool_result', tool_use_id: `call-${id}`, content: 'a.txt\nb.txt' };
      if (tool === 'done')
        records.push({ ...base(`${id}-result`), type: 'user', message: { role: 'user', content: [result] } });
    }
  }
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** A transcript in a file beside the history, which may be written again with more lines. */
export async function claudeTranscript(
  root: string,
  session: string,
  lines: readonly Line[],
  title = 'Fix the login',
): Promise<Transcript> {
  const path = join(root, `${session}.jsonl`);
  await fs.writeFile(path, claudeLines(session, title, lines));
  return { path, stream: streamClaude };
}

import type { JsonObject } from '../../disk/base/core.ts';
import { blocksOf, blockType } from '../reading/blocks.ts';
import { fieldsOf, textOf } from '../reading/fields.ts';

/** Types of lines that are read or deliberately skipped, from Claude Code's programs and its forks' sources. */
const lines: ReadonlySet<string> = new Set([
  ...['user', 'assistant', 'system', 'attachment', 'progress', 'queue-operation', 'result'],
  ...['summary', 'custom-title', 'ai-title', 'last-prompt', 'task-summary', 'tag', 'pr-link', 'mode'],
  ...['agent-name', 'agent-color', 'agent-setting', 'permission-mode', 'worktree-state'],
  ...['file-history-snapshot', 'attribution-snapshot', 'content-replacement', 'speculation-accept'],
  ...['marble-origami-commit', 'marble-origami-snapshot', 'saved_hook_context'],
  ...['relocated', 'file-history-delta', 'fork-context-ref', 'frame-link', 'bridge-session'],
  ...['artifact-comment-monitor', 'artifact-autoreact-ledger'],
  ...['api-request', 'api-request-blob', 'api-request-shape', 'atis-latch', 'tools-used', 'cost-state'],
]);

const blocks: ReadonlySet<string> = new Set([
  ...[
    'text',
    'thinking',
    'redacted_thinking',
    'image',
    'document',
    'tool_reference',
    'compaction',
    'fallback',
  ],
]);

/** Returns the unknown types in a line: its own, or those of blocks of its message. */
export function unknownOfClaude(line: JsonObject): readonly string[] {
  const type = textOf(line.type);
  if (type === undefined || !lines.has(type)) return [type ?? 'no kind'];
  if (type !== 'user' && type !== 'assistant') return [];
  return blocksOf(fieldsOf(line.message).content).flatMap((block) => {
    const kind = blockType(block) ?? '';
    return kind === '' || blocks.has(kind) || /tool_(?:use|result)$/.test(kind) ? [] : [`block ${kind}`];
  });
}

import { isoTime } from '../../disk/base/core.ts';
import { storedType } from '../../agents/reading/types.ts';
import { writeMarker } from './markers.ts';
import { encodeLine, encodeText } from './text.ts';
import { writeTool } from './toolBlock.ts';
import type { ArchiveTime, ArchiveSettings, ArchivedMessage, ArchivedSubagent } from './types.ts';

/** Appearance of messages; see `ArchiveSettings`. */
export type MarkdownStyle = Partial<Pick<ArchiveSettings, 'assistantName' | 'time'>>;

const roles = {
  user: 'User',
  assistant: 'Assistant',
  info: 'Note',
  error: 'Error',
  warning: 'Warning',
} as const;

/**
 * Formats a message as Markdown: a heading with role and time, its text, and tool calls as quotes. `MessageParser`
 * restores it exactly; its conversation follows from the preceding `writeSubagent`.
 */
export function writeMessage(message: ArchivedMessage, style: MarkdownStyle = {}): string {
  const { id, timestamp, type, text, model, compaction, toolCalls, cut, continued } = message;
  const marker = {
    id,
    timestamp,
    type: storedType(type),
    model,
    compaction: compaction && { trigger: compaction.trigger },
    length: cut ? undefined : text.length,
    cut,
    continued,
  };
  const lines = [writeMarker('message', marker), '', heading(message, style), '', ...paragraph(text)];
  if (compaction?.summary !== undefined)
    lines.push(writeMarker('summary'), '', ...paragraph(compaction.summary));
  for (const call of toolCalls) for (const line of writeTool(call)) lines.push(line);
  return `${lines.join('\n')}\n`;
}

/**
 * Formats the beginning of a subagent's conversation, up to its first message. Subagents follow the session's own
 * conversation.
 */
export function writeSubagent({ agentId, title }: ArchivedSubagent): string {
  const heading = `# Subagent: ${encodeLine(title ?? agentId)}`;
  return [writeMarker('subagent', { agentId, title }), '', heading, '', ''].join('\n');
}

/** Last line of an archive; a file without it was truncated. */
export const endOfArchive = `${writeMarker('end')}\n`;

function paragraph(text: string): string[] {
  return text === '' ? [] : [...encodeText(text), ''];
}

function heading(
  { type, timestamp, compaction, continued }: ArchivedMessage,
  { assistantName, time = 'local' }: MarkdownStyle,
): string {
  const named = type === 'assistant' && assistantName !== undefined ? encodeLine(assistantName) : roles[type];
  const role = compaction ? compactionTitle(compaction) : named;
  const ms = Date.parse(timestamp);
  const shown = Number.isNaN(ms) ? '' : ` · ${shownTime(ms, time)}`;
  return `## ${role}${continued ? ' (continued)' : ''}${shown}`;
}

function compactionTitle({ trigger, summary }: NonNullable<ArchivedMessage['compaction']>): string {
  const how = trigger === 'manual' || trigger === 'auto' ? ` (${trigger})` : '';
  return summary === undefined ? `Context compacted${how}` : `Compaction summary${how}`;
}

/** Formats a time for a heading, to the second: `2026-02-05 13:00:00 +01:00`, or `2026-02-05 12:00:00 UTC`. */
function shownTime(ms: number, zone: ArchiveTime): string {
  if (zone === 'utc') return `${plain(ms)} UTC`;
  const offset = -new Date(ms).getTimezoneOffset();
  const part = (minutes: number): string => String(Math.floor(minutes)).padStart(2, '0');
  const distance = Math.abs(offset);
  const sign = offset < 0 ? '-' : '+';
  return `${plain(ms + offset * 60_000)} ${sign}${part(distance / 60)}:${part(distance % 60)}`;
}

const plain = (ms: number): string => isoTime(ms).slice(0, 19).replace('T', ' ');

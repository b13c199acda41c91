import { isoTime } from '../base/core.ts';
import { writeMarker } from './markers.ts';
import { encodeLine, encodeText } from './text.ts';
import { writeTool } from './toolBlock.ts';
import type { ArchiveTime, ArchiveSettings, ArchivedMessage, ArchivedSubagent } from './types.ts';

/** How messages look; see `ArchiveSettings`. */
export type MarkdownLook = Partial<Pick<ArchiveSettings, 'assistantName' | 'time'>>;

const roles = {
  user: 'User',
  gemini: 'Assistant',
  info: 'Note',
  error: 'Error',
  warning: 'Warning',
} as const;

/**
 * A message as Markdown: a heading with role and time, its text, the tools it called as quotes. `MessageParser` reads
 * it back exactly, whatever it holds; whose conversation it is in shows what `writeSubagent` wrote before it.
 */
export function writeMessage(message: ArchivedMessage, look: MarkdownLook = {}): string {
  const { id, timestamp, type, text, model, compaction, toolCalls, cut, continued } = message;
  const marker = {
    id,
    timestamp,
    type,
    model,
    compaction: compaction && { trigger: compaction.trigger },
    length: cut ? undefined : text.length,
    cut,
    continued,
  };
  const lines = [writeMarker('message', marker), '', heading(message, look), '', ...paragraph(text)];
  if (compaction?.summary !== undefined)
    lines.push(writeMarker('summary'), '', ...paragraph(compaction.summary));
  for (const call of toolCalls) for (const line of writeTool(call)) lines.push(line);
  return `${lines.join('\n')}\n`;
}

/** What begins the conversation of a subagent, up to its first message. The session's own comes before all of them. */
export function writeSubagent({ agentId, title }: ArchivedSubagent): string {
  const heading = `# Subagent: ${encodeLine(title ?? agentId)}`;
  return [writeMarker('subagent', { agentId, title }), '', heading, '', ''].join('\n');
}

/** The last line of an archive; a file without it was cut off. */
export const endOfArchive = `${writeMarker('end')}\n`;

function paragraph(text: string): string[] {
  return text === '' ? [] : [...encodeText(text), ''];
}

function heading(
  { type, timestamp, compaction, continued }: ArchivedMessage,
  { assistantName, time = 'local' }: MarkdownLook,
): string {
  const named = type === 'gemini' && assistantName !== undefined ? encodeLine(assistantName) : roles[type];
  const role = compaction ? compactionTitle(compaction) : named;
  const ms = Date.parse(timestamp);
  const shown = Number.isNaN(ms) ? '' : ` · ${shownTime(ms, time)}`;
  return `## ${role}${continued ? ' (continued)' : ''}${shown}`;
}

function compactionTitle({ trigger, summary }: NonNullable<ArchivedMessage['compaction']>): string {
  const how = trigger === 'manual' || trigger === 'auto' ? ` (${trigger})` : '';
  return summary === undefined ? `Context compacted${how}` : `Compaction summary${how}`;
}

/** A time as a heading shows it, to the second: `2026-02-05 13:00:00 +01:00`, or `2026-02-05 12:00:00 UTC`. */
function shownTime(ms: number, zone: ArchiveTime): string {
  if (zone === 'utc') return `${plain(ms)} UTC`;
  const offset = -new Date(ms).getTimezoneOffset();
  const part = (minutes: number): string => String(Math.floor(minutes)).padStart(2, '0');
  const distance = Math.abs(offset);
  const sign = offset < 0 ? '-' : '+';
  return `${plain(ms + offset * 60_000)} ${sign}${part(distance / 60)}:${part(distance % 60)}`;
}

const plain = (ms: number): string => isoTime(ms).slice(0, 19).replace('T', ' ');

import { isoTime } from '../../disk/base/core.ts';
import { wellFormedJson } from '../../disk/text/wellFormed.ts';
import { writeMarker } from '../archive/markers.ts';
import { encodeLine, encodeText } from '../archive/text.ts';
import { memoryFields } from './records.ts';
import type { ExportFormat, Memory } from './types.ts';

/** Formats memories as text. `now`: time of the export, milliseconds. */
export function exportMemories(memories: readonly Memory[], format: ExportFormat, now: number): string {
  switch (format) {
    case 'json':
      return exportJson(memories, now);
    case 'markdown':
      return exportMarkdown(memories);
    case 'text':
      return memories.map(textOf).join('\n');
  }
}

/** The export format of the original service, which can import it; times in seconds. */
function exportJson(memories: readonly Memory[], now: number): string {
  const about = {
    source_machine: 'mcp-history-store',
    export_timestamp: isoTime(now),
    total_memories: memories.length,
    exporter_version: '1',
  };
  const items = memories.map((memory) => ({
    ...memoryFields(memory),
    created_at: memory.createdAt / 1_000,
    created_at_iso: isoTime(memory.createdAt),
    updated_at: memory.updatedAt / 1_000,
    updated_at_iso: isoTime(memory.updatedAt),
  }));
  return `${json({ export_metadata: about, memories: items }, 2)}\n`;
}

const json = (value: unknown, indent?: number): string => wellFormedJson(JSON.stringify(value, null, indent));

/** The heading is for people; `import` reads the marker above it. */
function exportMarkdown(memories: readonly Memory[]): string {
  const blocks = memories.flatMap((memory) => {
    const { content, ...fields } = memoryFields(memory);
    const about = [readableTime(memory.createdAt), memory.type, memory.tags.join(', ')].filter(
      (part) => part !== '',
    );
    return [
      writeMarker('memory', fields),
      '',
      `## ${encodeLine(about.join(' · '))}`,
      '',
      ...encodeText(content),
      '',
    ];
  });
  return ['# Memories', '', ...blocks, writeMarker('end'), ''].join('\n');
}

const readableTime = (ms: number): string => `${isoTime(ms).slice(0, 16).replace('T', ' ')} UTC`;

/** One line with time, type and tags, one each with the metadata and former texts if any, and the indented content. */
function textOf(memory: Memory): string {
  const { content, tags, type, metadata, createdAt, updatedAt } = memory;
  const { versions } = memoryFields(memory);
  const updated = updatedAt === createdAt ? '' : ` (updated ${isoTime(updatedAt)})`;
  const head = `[${isoTime(createdAt)}]${updated} ${json(type)} ${json(tags)}`;
  const about = Object.keys(metadata).length > 0 ? [`metadata ${json(metadata)}`] : [];
  if (versions) about.push(`versions ${json(versions)}`);
  return [head, ...about, ...content.split('\n').map((line) => `  ${line}`), ''].join('\n');
}

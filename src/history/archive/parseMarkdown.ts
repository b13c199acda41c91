import { defined, isObject, isoTime } from '../../disk/base/core.ts';
import { timeOf } from '../../agents/reading/fields.ts';
import { storedType } from '../../agents/reading/types.ts';
import { readMarker, type Marker } from './markers.ts';
import { decodeText } from './text.ts';
import { readTool } from './toolBlock.ts';
import type { ArchivedCall, ArchivedMessage, ArchivedSubagent } from './types.ts';

const types = ['user', 'assistant', 'info', 'error', 'warning'] as const;

/** A marker with the lines below it. */
interface Block extends Marker {
  readonly lines: string[];
}

/** A message in an archive: its own block, then those of its summary and tools. */
export interface MessageBlocks {
  readonly blocks: readonly Block[];
  /** The subagent whose conversation it belongs to. */
  readonly subagent?: ArchivedSubagent;
}

/** Finds the messages of an archive in consecutive lines. */
export class BlockReader {
  #blocks: Block[] = [];
  #subagent: ArchivedSubagent | undefined;
  #ended = false;

  /** Whether the end marker was read, so that nothing was truncated. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Adds the next line, without its line feed; returns the message that it completes. */
  push(line: string): MessageBlocks | undefined {
    const marker = readMarker(line);
    if (marker === undefined) {
      this.#blocks.at(-1)?.lines.push(line);
      return undefined;
    }
    if (marker.kind === 'tool' || marker.kind === 'summary') {
      this.#blocks.push({ ...marker, lines: [] });
      return undefined;
    }
    const complete = { blocks: this.#blocks, ...defined({ subagent: this.#subagent }) };
    this.#blocks = marker.kind === 'message' ? [{ ...marker, lines: [] }] : [];
    this.#ended = marker.kind === 'end';
    if (marker.kind === 'subagent') this.#subagent = readSubagent(marker);
    return complete.blocks.length === 0 ? undefined : complete;
  }
}

/** Parses the messages of an archive from consecutive lines. */
export class MessageParser {
  readonly #reader = new BlockReader();
  #timestamp = isoTime(0);

  /** Whether the end marker was read, so that nothing was truncated. */
  get ended(): boolean {
    return this.#reader.ended;
  }

  /** Adds the next line, without its line feed; returns the message that it completes. */
  push(line: string): ArchivedMessage | undefined {
    const blocks = this.#reader.push(line);
    const message = blocks && readMessage(blocks, this.#timestamp);
    if (message) this.#timestamp = message.timestamp;
    return message;
  }
}

/** Parses a message; undefined if it was edited and cannot be read. An unreadable time is replaced by `earlier`. */
export function readMessage(
  { blocks, subagent }: MessageBlocks,
  earlier = isoTime(0),
): ArchivedMessage | undefined {
  const [head, ...rest] = blocks;
  if (head?.kind !== 'message') return undefined;
  const { id, model, cut, continued } = head.fields;
  const type = types.find((known) => storedType(known) === head.fields.type);
  const toolCalls = readTools(rest);
  if (typeof id !== 'string' || !type || !toolCalls) return undefined;
  const compaction = readCompaction(head, rest);
  return {
    id: id.toWellFormed(),
    timestamp: timeFrom(head.fields.timestamp) ?? earlier,
    type,
    text: readText(head),
    ...(typeof model === 'string' && { model }),
    ...(compaction && { compaction }),
    toolCalls,
    ...(cut === true && { cut }),
    ...(continued === true && { continued }),
    ...defined({ subagent }),
  };
}

const timeFrom = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? timeOf(value) : undefined;

/** Parses a subagent; an edited one loses its name, but its messages are still not the person's. */
function readSubagent({ fields: { agentId, title } }: Marker): ArchivedSubagent {
  return {
    agentId: typeof agentId === 'string' ? agentId : '',
    ...(typeof title === 'string' && { title }),
  };
}

function readTools(blocks: readonly Block[]): ArchivedCall[] | undefined {
  const calls: ArchivedCall[] = [];
  for (const { kind, fields, lines } of blocks) {
    if (kind !== 'tool') continue;
    const call = readTool(fields, lines);
    if (call === undefined) return undefined;
    calls.push(call);
  }
  return calls;
}

function readCompaction(head: Block, rest: readonly Block[]): ArchivedMessage['compaction'] {
  const { compaction } = head.fields;
  if (!isObject(compaction)) return undefined;
  const summary = rest.find(({ kind }) => kind === 'summary');
  return {
    ...(typeof compaction.trigger === 'string' && { trigger: compaction.trigger }),
    ...(summary && { summary: readText(summary) }),
  };
}

/** Returns the text of a block below its heading, without the blank lines around it. */
export function readText({ kind, lines }: Block): string {
  return decodeText(lines.slice(kind === 'message' ? 3 : 1, -1));
}

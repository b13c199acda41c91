import { defined, isObject, isoTime } from '../base/core.ts';
import { timeOf } from '../transcripts/shared/fields.ts';
import { readMarker, type Marker } from './markers.ts';
import { decodeText } from './text.ts';
import { readTool } from './toolBlock.ts';
import type { ArchivedCall, ArchivedMessage, ArchivedSubagent } from './types.ts';

const types = ['user', 'gemini', 'info', 'error', 'warning'] as const;

/** What a marker begins, with the lines below it. */
interface Block extends Marker {
  readonly lines: string[];
}

/** A message as it stands in an archive: its own block, then those of its summary and its tools. */
export interface MessageBlocks {
  readonly blocks: readonly Block[];
  /** The subagent in whose conversation it is. */
  readonly subagent?: ArchivedSubagent;
}

/** Finds the messages of an archive in its lines, which are given one after the other. */
export class BlockReader {
  #blocks: Block[] = [];
  #subagent: ArchivedSubagent | undefined;
  #ended = false;

  /** The archive came to its end: nothing was cut off. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Takes the next line, without its line feed, and gives the message that it shows to be complete. */
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

/** Reads the messages of an archive back from its lines, which are given one after the other. */
export class MessageParser {
  readonly #reader = new BlockReader();
  #timestamp = isoTime(0);

  /** The archive came to its end: nothing was cut off. */
  get ended(): boolean {
    return this.#reader.ended;
  }

  /** Takes the next line, without its line feed, and gives the message that it shows to be complete. */
  push(line: string): ArchivedMessage | undefined {
    const blocks = this.#reader.push(line);
    const message = blocks && readMessage(blocks, this.#timestamp);
    if (message) this.#timestamp = message.timestamp;
    return message;
  }
}

/** The message; undefined where somebody changed it so that it cannot be read. A time that cannot be read is `earlier`. */
export function readMessage(
  { blocks, subagent }: MessageBlocks,
  earlier = isoTime(0),
): ArchivedMessage | undefined {
  const [head, ...rest] = blocks;
  if (head?.kind !== 'message') return undefined;
  const { id, model, cut, continued } = head.fields;
  const type = types.find((known) => known === head.fields.type);
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

/** One that somebody changed has no name any more, but its messages are still no messages of the person. */
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

/** The text between the heading of a block, with an empty line above and below, and the empty line at its end. */
export function readText({ kind, lines }: Block): string {
  return decodeText(lines.slice(kind === 'message' ? 3 : 1, -1));
}

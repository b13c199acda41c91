import type { TimeRange } from '../../store/memory/times/timeRange.ts';
import type { FoundMemory, Memory } from '../../store/memory/types.ts';
import { fit, jsonObject, beginning, type Reply } from '../base/reply.ts';

/** Times as replies tell them. */
export const isoTime = (ms: number): string => new Date(ms).toISOString();

/** A memory as replies tell it. */
export const told = ({ content, hash, tags, type, createdAt }: Memory) => ({
  content,
  content_hash: hash,
  tags,
  memory_type: type,
  created_at: isoTime(createdAt),
});

/** A memory with all that is known of it. */
export const toldWhole = (memory: Memory) => ({
  ...told(memory),
  metadata: memory.metadata,
  updated_at: isoTime(memory.updatedAt),
});

/** A memory that was found, with how similar it is, 0 to 1. */
export const toldFound = ({ memory, similarity }: FoundMemory) => ({
  ...told(memory),
  similarity_score: rounded(similarity),
});

export const rounded = (similarity: number): number => Math.round(similarity * 10_000) / 10_000;

/** What is to be told of a search, where there is anything. */
export const noted = (notes: readonly string[]) => (notes.length > 0 ? { notes } : {});

export const toldRange = ({ from, to, text }: TimeRange) => ({
  text,
  from: isoTime(from),
  to: isoTime(to),
});

const jsonOf = (text: string | undefined): string | undefined => text && JSON.stringify(text);

/**
 * A reply of `{memories: […], …rest}`. Where it would be over 24,000 characters, later memories are left out, and `omitted` says
 * so; a single longer one is cut. `cursorAfter` gives what asks for those after so many, undefined after the last.
 */
export const memoriesReply = (
  items: readonly { readonly content: string }[],
  rest: Readonly<Record<string, unknown>>,
  cursorAfter?: (shown: number) => string | undefined,
): Reply =>
  fit({
    items,
    keep: 'first',
    render: (item) => JSON.stringify(item),
    compose: (rendered, omitted) => [
      jsonObject({
        memories: `[${rendered.join(',')}]`,
        ...Object.fromEntries(
          Object.entries(rest)
            .filter(([, value]) => value !== undefined)
            .map(([name, value]) => [name, JSON.stringify(value)]),
        ),
        cursor: jsonOf(cursorAfter?.(rendered.length)),
        omitted: omitted && JSON.stringify(omitted),
      }),
    ],
    rest: (dropped) =>
      `${dropped.length} more memories were left out of this reply, which would be too long; ${cursorAfter ? 'the same call with this cursor gives them' : 'ask more precisely'}, or write all of them to a file with knowledge_export.`,
    shorten: (item, chars) => ({
      ...item,
      content: `${beginning(item.content, chars - 1_000)}… (cut: the whole is ${item.content.length} characters long; knowledge_export writes it to a file)`,
    }),
  });

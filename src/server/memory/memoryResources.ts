import { ErrorCode, McpError, type ReadResourceResult } from '@modelcontextprotocol/sdk/types.js';
import { StoreError } from '../../store/base/errors.ts';
import type { MemoryStore } from '../../store/memory/types.ts';
import type { Caller } from '../base/caller.ts';
import { memoriesReply, memoryItem, foundItem } from './memoryReplies.ts';
import { checkHealth } from './memoryActions.ts';
import type { Projects } from '../calls/projects.ts';
import { jsonReply, type Reply } from '../base/reply.ts';

const form = /^memory:\/\/([a-z]+)(?:\/([^?]*))?(?:\?projectRoot=(.+))?$/;
const found = 10;

/** What stands at a `memory:` address, as JSON; `?projectRoot=…` in it names the project, as the argument of a call. */
export async function readMemoryResource(
  uri: string,
  projects: Projects,
  caller: Caller,
): Promise<ReadResourceResult> {
  const [, kind = '', argument, root] = form.exec(uri) ?? [];
  try {
    const { store } = await projects.find(root === undefined ? undefined : decode(root), caller);
    const [text = ''] = await read(kind, decode(argument ?? ''), store.memories, uri);
    return { contents: [{ uri, mimeType: 'application/json', text }] };
  } catch (error) {
    if (error instanceof StoreError) throw new McpError(ErrorCode.InvalidParams, error.message);
    throw error;
  }
}

async function read(kind: string, argument: string, memories: MemoryStore, uri: string): Promise<Reply> {
  switch (kind) {
    case 'stats':
      return checkHealth(memories);
    case 'tags': {
      const tags = await memories.tags();
      return jsonReply({ tags, count: tags.length });
    }
    case 'recent': {
      const recent = (await memories.list()).slice(0, countOf(argument));
      return memoriesReply(recent.map(memoryItem), { count: recent.length });
    }
    case 'tag': {
      const tagged = await memories.list({ tags: [argument] });
      return memoriesReply(tagged.map(memoryItem), { tag: argument, count: tagged.length });
    }
    case 'search': {
      const matches = (await memories.find(argument, { limit: found, byMeaning: true })).found;
      return memoriesReply(matches.map(foundItem), { query: argument, count: matches.length });
    }
    default:
      throw new StoreError(
        'not_found',
        `There is nothing at ${JSON.stringify(uri)}; there are memory://stats, memory://tags, memory://recent/{n}, memory://tag/{tag} and memory://search/{query}.`,
      );
  }
}

function countOf(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new StoreError(
    'invalid_argument',
    `memory://recent/ takes a whole number, but got ${JSON.stringify(text)}.`,
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a percent sign that stands for itself
  }
}

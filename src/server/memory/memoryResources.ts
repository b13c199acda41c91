import { StoreError } from '../../store/base/core.ts';
import type { Resource } from '../base/offers.ts';
import type { Reply } from '../base/reply.ts';
import { checkHealth } from './memoryActions.ts';
import { foundItem, memoriesReply, memoryItem } from './memoryReplies.ts';

const maxFound = 10;

/** What clients may read of the memories. */
export const memoryResources: readonly Resource[] = [
  {
    uri: 'memory://stats',
    name: 'Memory statistics',
    description: 'Numbers and state of the memory store.',
    read: async ({ memories }) => textOf(await checkHealth(memories)),
  },
  {
    uri: 'memory://tags',
    name: 'Tags',
    description: 'All tags of memories with their counts.',
    read: async ({ memories }) => {
      const tags = await memories.tags();
      return JSON.stringify({ tags, count: tags.length });
    },
  },
  {
    uri: 'memory://recent/{n}',
    name: 'Recent memories',
    description: 'The newest n memories.',
    read: async ({ memories }, n) => {
      const recent = (await memories.list()).slice(0, countOf(n));
      return textOf(memoriesReply(recent.map(memoryItem), { count: recent.length }));
    },
  },
  {
    uri: 'memory://tag/{tag}',
    name: 'Memories by tag',
    description: 'All memories with a tag.',
    read: async ({ memories }, tag) => {
      const tagged = await memories.list({ tags: [tag] });
      return textOf(memoriesReply(tagged.map(memoryItem), { tag, count: tagged.length }));
    },
  },
  {
    uri: 'memory://search/{query}',
    name: 'Memories by words',
    description: `The best ${maxFound} memories for a query.`,
    read: async ({ memories }, query) => {
      const { found } = await memories.find(query, { limit: maxFound, byMeaning: true });
      return textOf(memoriesReply(found.map(foundItem), { query, count: found.length }));
    },
  },
];

const textOf = ([text = '']: Reply): string => text;

function countOf(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new StoreError(
    'invalid_argument',
    `memory://recent/ takes a whole number, but got ${JSON.stringify(text)}.`,
  );
}

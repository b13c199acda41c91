import { StoreError } from '../../disk/base/core.ts';
import { oneOf, type Completer } from '../base/completion.ts';
import type { Resource } from '../base/offers.ts';
import { charsOf, listReply, type Reply } from '../base/reply.ts';
import { show } from '../base/text.ts';
import { checkHealth } from './memoryActions.ts';
import { foundItem, memoriesReply, memoryItem } from './memoryReplies.ts';

const maxFound = 10;

/** Completes all tags, most frequent first. */
export const memoryTags: Completer = async ({ project }) =>
  (await (await project()).store.memories.tags()).map(({ tag }) => ({ value: tag }));

const memoryResource = (resource: Omit<Resource, 'mimeType' | 'priority'>): Resource => ({
  ...resource,
  mimeType: 'application/json',
  priority: 0.3,
});

/** The resources about memories. */
export const memoryResources: readonly Resource[] = [
  memoryResource({
    uri: 'memory://stats',
    name: 'memory statistics',
    title: 'Memory statistics',
    description: 'Numbers and state of the memory store.',
    read: async ({ store: { memories } }) => textOf(await checkHealth(memories)),
  }),
  memoryResource({
    uri: 'memory://tags',
    name: 'tags',
    title: 'Tags',
    description: 'All tags of memories with their counts.',
    read: async ({ store: { memories }, toolContext }) => {
      const tags = await memories.tags();
      const rest = (dropped: number) =>
        `${dropped} tags of fewer memories were left out; list_tags tells all.`;
      return textOf(
        listReply({ name: 'tags', items: tags, tail: { count: tags.length }, rest }, charsOf(toolContext)),
      );
    },
  }),
  memoryResource({
    uri: 'memory://recent/{n}',
    name: 'recent memories',
    title: 'Recent memories',
    description: 'The newest n memories.',
    read: async ({ store: { memories }, toolContext }, { n = '' }) => {
      const recent = (await memories.list()).slice(0, countOf(n));
      const items = recent.map(memoryItem);
      return textOf(memoriesReply(items, { count: recent.length }, { maxChars: charsOf(toolContext) }));
    },
    complete: { n: oneOf(10, 5, 20, 50, 100) },
  }),
  memoryResource({
    uri: 'memory://tag/{tag}',
    name: 'memories by tag',
    title: 'Memories by tag',
    description: 'All memories with a tag.',
    read: async ({ store: { memories }, toolContext }, { tag = '' }) => {
      const tagged = await memories.list({ tags: [tag] });
      const head = { tag, count: tagged.length };
      return textOf(memoriesReply(tagged.map(memoryItem), head, { maxChars: charsOf(toolContext) }));
    },
    complete: { tag: memoryTags },
  }),
  memoryResource({
    uri: 'memory://search/{query}',
    name: 'memories by words',
    title: 'Memories by words',
    description: `The best ${maxFound} memories for a query.`,
    read: async ({ store: { memories }, toolContext }, { query = '' }) => {
      const { found } = await memories.find(query, { limit: maxFound, byMeaning: true });
      const head = { query, count: found.length };
      return textOf(memoriesReply(found.map(foundItem), head, { maxChars: charsOf(toolContext) }));
    },
    complete: { query: memoryTags },
  }),
];

const textOf = ([text = '']: Reply): string => text;

function countOf(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new StoreError('invalid_argument', `memory://recent/ takes a whole number, but got ${show(text)}.`);
}

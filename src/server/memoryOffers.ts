import type { Prompt, Resource, ResourceTemplate } from '@modelcontextprotocol/sdk/types.js';

const optional = (name: string, description: string) => ({ name, description });
const needed = (name: string, description: string) => ({ name, description, required: true });

/** The prompts about memories, as `prompts/list` replies them. */
export const memoryPromptList: readonly Prompt[] = [
  {
    name: 'memory_review',
    title: 'Review memories',
    description: 'Review and organize the memories of a time.',
    arguments: [
      needed('time_period', 'for instance last week, yesterday, 2 days ago, 上周'),
      optional('focus_area', 'what to look at'),
    ],
  },
  {
    name: 'memory_analysis',
    title: 'Analyse memories',
    description: 'Find patterns and themes in the memories.',
    arguments: [
      optional('tags', 'tags with commas'),
      optional('time_range', 'for instance last month; default: all time'),
    ],
  },
  {
    name: 'knowledge_export',
    title: 'Export memories',
    description: 'Memories in a format.',
    arguments: [needed('format', 'json, markdown or text'), optional('filter', 'tags with commas')],
  },
  {
    name: 'memory_cleanup',
    title: 'Clean up memories',
    description: 'Find duplicate and outdated memories.',
    arguments: [
      optional('older_than', 'for instance 6 months'),
      optional('similarity_threshold', 'from 0 to 1; default 0.9'),
    ],
  },
  {
    name: 'learning_session',
    title: 'Keep what was learned',
    description: 'A structured note of what was learned, to be stored as a memory.',
    arguments: [
      needed('topic', 'what it is about'),
      needed('key_points', 'with commas'),
      optional('questions', 'what is open, with commas'),
    ],
  },
];

/** Whether a prompt is one about memories. */
export const isMemoryPrompt = (name: string): boolean =>
  memoryPromptList.some((prompt) => prompt.name === name);

const mimeType = 'application/json';

/** What can be read under a fixed address, as `resources/list` replies it. */
export const memoryResources: readonly Resource[] = [
  {
    uri: 'memory://stats',
    name: 'Memory statistics',
    description: 'Numbers and state of the memory store.',
    mimeType,
  },
  { uri: 'memory://tags', name: 'Tags', description: 'All tags of memories with their counts.', mimeType },
];

/** What can be read under an address with a part to fill in. */
export const memoryResourceTemplates: readonly ResourceTemplate[] = [
  {
    uriTemplate: 'memory://recent/{n}',
    name: 'Recent memories',
    description: 'The newest n memories.',
    mimeType,
  },
  {
    uriTemplate: 'memory://tag/{tag}',
    name: 'Memories by tag',
    description: 'All memories with a tag.',
    mimeType,
  },
  {
    uriTemplate: 'memory://search/{query}',
    name: 'Memories by words',
    description: 'The best 10 memories for a query.',
    mimeType,
  },
];

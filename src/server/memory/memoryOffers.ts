import { basename } from 'node:path';
import type { Prompt, Resource, ResourceTemplate } from '@modelcontextprotocol/sdk/types.js';

const optional = (name: string, description: string) => ({ name, description });
const needed = (name: string, description: string) => ({ name, description, required: true });

/** The prompts about memories. */
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

const project = optional('projectRoot', 'the absolute path of the project, where the server cannot know it');

/** The prompts about memories, as `prompts/list` replies them: with the project where there is not just one root. */
export const listMemoryPrompts = (roots: readonly string[]): Prompt[] =>
  memoryPromptList.map((prompt) =>
    roots.length === 1 ? prompt : { ...prompt, arguments: [...(prompt.arguments ?? []), project] },
  );

/** Whether a prompt is one about memories. */
export const isMemoryPrompt = (name: string): boolean =>
  memoryPromptList.some((prompt) => prompt.name === name);

const mimeType = 'application/json';

const fixed = [
  { path: 'stats', name: 'Memory statistics', description: 'Numbers and state of the memory store.' },
  { path: 'tags', name: 'Tags', description: 'All tags of memories with their counts.' },
];

/** What can be read under a fixed address, as `resources/list` replies it: of several roots, each has its own. */
export function memoryResources(roots: readonly string[]): Resource[] {
  if (roots.length <= 1)
    return fixed.map(({ path, ...shown }) => ({ uri: `memory://${path}`, ...shown, mimeType }));
  return roots.flatMap((root) =>
    fixed.map(({ path, name, description }) => ({
      uri: `memory://${path}?projectRoot=${encodeURIComponent(root)}`,
      name: `${name} (${basename(root)})`,
      description: `${description} ${root}`,
      mimeType,
    })),
  );
}

const templates = [
  { path: 'recent/{n}', name: 'Recent memories', description: 'The newest n memories.' },
  { path: 'tag/{tag}', name: 'Memories by tag', description: 'All memories with a tag.' },
  { path: 'search/{query}', name: 'Memories by words', description: 'The best 10 memories for a query.' },
];

/** What can be read under an address with a part to fill in; the project is one where there are several roots or none. */
export function memoryResourceTemplates(roots: readonly string[]): ResourceTemplate[] {
  const of = roots.length === 1 ? '' : '{?projectRoot}';
  return templates.map(({ path, ...shown }) => ({
    uriTemplate: `memory://${path}${of}`,
    ...shown,
    mimeType,
  }));
}

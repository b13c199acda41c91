import { defined, isoTime, StoreError } from '../../disk/base/core.ts';
import { sayIn } from '../../disk/base/texts.ts';
import { parseTags } from '../../history/memory/labels.ts';
import {
  exportFormats,
  type Memory,
  type MemoryFilter,
  type MemoryStore,
} from '../../history/memory/types.ts';
import { oneLine, preview } from '../../disk/text/containText.ts';
import { listed, oneOf, oneOfTexts, type Completer } from '../base/completion.ts';
import type { Prompt } from '../base/offers.ts';
import { nonBlank } from '../base/text.ts';
import { memoryTags } from './memoryResources.ts';
import { memoryTexts, type MemoryTexts } from './memoryTexts.ts';

/** Maximum number of memories quoted in a prompt, which states the total. */
const quoted = 50;
/** Maximum length of each quote. Characters. */
const quotedChars = 500;

type PromptArguments = Readonly<Record<string, string>>;

interface MemoryPrompt extends Omit<Prompt, 'ofProject' | 'write'> {
  /** Writes the text and only reads; the agent is asked to store or delete. */
  readonly write: (memories: MemoryStore, args: PromptArguments, texts: MemoryTexts) => Promise<string>;
}

const memoryPrompt = (prompt: MemoryPrompt): Prompt => ({
  ...prompt,
  ofProject: true,
  write: async (args, { project, language }) =>
    prompt.write((await project()).store.memories, args, memoryTexts(sayIn(language))),
});

const optional = (name: string, description: string, complete?: Completer) =>
  defined({ name, description, complete });
const needed = (name: string, description: string, complete?: Completer) =>
  defined({ name, description, required: true, complete } as const);

const times = oneOfTexts(
  ...(['today', 'yesterday', 'this week', 'last week', 'this month', 'last month', 'past 3 months'] as const),
);

const review = memoryPrompt({
  name: 'memory_review',
  title: 'Review memories',
  description: 'Review and organize the memories of a time.',
  arguments: [
    needed('time_period', 'for instance last week, yesterday, 2 days ago, 上周', times),
    optional('focus_area', 'what to look at', memoryTags),
  ],
  write: async (memories, args, texts) => {
    const range = await memories.time(args.time_period ?? '');
    const found = await memories.list({ from: range.from, to: range.to });
    const focus = nonBlank(args.focus_area);
    return [texts.review(range.text, focus), quote(found, texts)].join('\n\n');
  },
});

const analyse = memoryPrompt({
  name: 'memory_analysis',
  title: 'Analyse memories',
  description: 'Find patterns and themes in the memories.',
  arguments: [
    optional('tags', 'tags with commas', listed(memoryTags)),
    optional('time_range', 'for instance last month; default: all time', times),
  ],
  write: async (memories, args, texts) => {
    const filter = await filterOf(memories, nonBlank(args.tags), nonBlank(args.time_range));
    const { memories: total, tags, types, months, terms } = await memories.analysis(filter);
    const line = (items: readonly string[]): string => items.slice(0, 10).join(', ');
    return [
      texts.analyse(total),
      `- tags: ${line(tags.map(({ tag, count }) => `${tag} (${count})`))}`,
      `- types: ${line(types.map(({ type, count }) => `${type} (${count})`))}`,
      `- months: ${line(months.slice(-10).map(({ month, count }) => `${month} (${count})`))}`,
      `- words: ${line(terms.map(({ term, count }) => `${term} (${count})`))}`,
      '',
      quote(await memories.list(filter), texts),
    ].join('\n');
  },
});

async function filterOf(
  memories: MemoryStore,
  tags: string | undefined,
  time: string | undefined,
): Promise<MemoryFilter> {
  const all = time === undefined || /^(all( time)?|全部|所有)$/i.test(time);
  const range = all ? undefined : await memories.time(time);
  return {
    ...defined({ tags: tags === undefined ? undefined : parseTags(tags) }),
    ...(range && { from: range.from, to: range.to }),
  };
}

const exportAll = memoryPrompt({
  name: 'knowledge_export',
  title: 'Export memories',
  description: 'Memories in a format.',
  arguments: [
    needed('format', 'json, markdown or text', oneOf(...exportFormats)),
    optional('filter', 'tags with commas', listed(memoryTags)),
  ],
  write: async (memories, args, texts) => {
    const format = exportFormats.find((known) => known === args.format?.trim().toLowerCase());
    if (!format)
      throw new StoreError(
        'invalid_argument',
        `format takes ${exportFormats.join(', ')}, but got "${args.format ?? ''}".`,
      );
    const tags = nonBlank(args.filter);
    const text = await memories.export(format, tags === undefined ? {} : { tags: parseTags(tags) });
    return `${texts.export(format)}\n\n${text}`;
  },
});

const cleanUp = memoryPrompt({
  name: 'memory_cleanup',
  title: 'Clean up memories',
  description: 'Find duplicate and outdated memories.',
  arguments: [
    optional('older_than', 'for instance 6 months', oneOf('1 month', '3 months', '6 months', '1 year')),
    optional('similarity_threshold', 'from 0 to 1; default 0.9', oneOf(0.9, 0.8, 0.95)),
  ],
  write: async (memories, args, texts) => {
    const threshold = nonBlank(args.similarity_threshold);
    const { groups } = await memories.removeDuplicates(threshold === undefined ? 0.9 : Number(threshold), {
      dryRun: true,
    });
    const lines = groups.flatMap(({ kept, duplicates }) => [
      `- ${short(kept)}`,
      ...duplicates.map(({ memory }) => `  - ${short(memory)}`),
    ]);
    return [texts.cleanUp(groups.length, nonBlank(args.older_than)), ...lines].join('\n');
  },
});

const learn = memoryPrompt({
  name: 'learning_session',
  title: 'Keep what was learned',
  description: 'A structured note of what was learned, to be stored as a memory.',
  arguments: [
    needed('topic', 'what it is about', memoryTags),
    needed('key_points', 'with commas'),
    optional('questions', 'what is open, with commas'),
  ],
  write: (_, args, texts) => {
    const list = (text: string | undefined): string[] =>
      (text ?? '').split(/[,，、]/).flatMap((item) => nonBlank(item.trim()) ?? []);
    const topic = args.topic ?? '';
    const points = list(args.key_points).map((point) => `- ${point}`);
    const questions = list(args.questions).map((question) => `- ${question}`);
    const note = [
      `# ${topic}`,
      '',
      ...points,
      ...(questions.length > 0 ? ['', texts.questions, ...questions] : []),
    ];
    return Promise.resolve(`${texts.learn(topic.trim().toLowerCase())}\n\n${note.join('\n')}`);
  },
});

function quote(memories: readonly Memory[], texts: MemoryTexts): string {
  if (memories.length === 0) return texts.none;
  const lines = memories.slice(0, quoted).map((memory) => `- ${short(memory)}`);
  return [...lines, ...(memories.length > quoted ? [texts.more(memories.length - quoted)] : [])].join('\n');
}

function short({ hash, content, tags, createdAt }: Memory): string {
  return `[${isoTime(createdAt).slice(0, 10)} ${hash.slice(0, 8)}] ${preview(content, quotedChars)}${tags.length > 0 ? ` (${oneLine(tags.join(', '))})` : ''}`;
}

/** The prompts about memories. */
export const memoryPrompts: readonly Prompt[] = [review, analyse, exportAll, cleanUp, learn];

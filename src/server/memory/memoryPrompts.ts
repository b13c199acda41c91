import { ErrorCode, McpError, type GetPromptResult } from '@modelcontextprotocol/sdk/types.js';
import { oneLine } from '../../store/text/containText.ts';
import { StoreError } from '../../store/base/errors.ts';
import { parseTags } from '../../store/memory/tags.ts';
import { exportFormats, type Memory, type MemoryFilter, type MemoryStore } from '../../store/memory/types.ts';
import type { Language } from '../../store/base/language.ts';
import type { Caller } from '../base/caller.ts';
import { nonBlank } from '../base/text.ts';
import { memoryPromptList } from './memoryOffers.ts';
import { isoTime } from './memoryReplies.ts';
import { memoryTexts, type MemoryTexts } from './memoryTexts.ts';
import type { Projects } from '../calls/projects.ts';

type Arguments = Readonly<Record<string, string>>;
type Write = (memories: MemoryStore, args: Arguments, texts: MemoryTexts) => Promise<string>;

/** Memories that a prompt quotes at the most; it tells how many there are. */
const quoted = 50;
/** What is quoted of each. Characters. */
const quotedChars = 500;

interface PromptContext {
  readonly projects: Projects;
  readonly caller: Caller;
  readonly language: Language;
}

/** The text of a prompt about memories. It only reads: what is to be stored or deleted, it asks the agent to. */
export async function memoryPrompt(
  name: string,
  args: Arguments,
  { projects, caller, language }: PromptContext,
): Promise<GetPromptResult> {
  const { description, arguments: known = [] } =
    memoryPromptList.find((prompt) => prompt.name === name) ?? {};
  try {
    const missing = known.find(
      (argument) => argument.required && nonBlank(args[argument.name]) === undefined,
    );
    const write = writers[name];
    if (missing || !write)
      throw new StoreError(
        'invalid_argument',
        `${missing?.name ?? name} is missing: ${missing?.description ?? ''}.`,
      );
    const { store } = await projects.find(nonBlank(args.projectRoot), caller);
    const text = await write(store.memories, args, memoryTexts[language]);
    return {
      ...(description !== undefined && { description }),
      messages: [{ role: 'user', content: { type: 'text', text } }],
    };
  } catch (error) {
    if (error instanceof StoreError) throw new McpError(ErrorCode.InvalidParams, error.message);
    throw error;
  }
}

const review: Write = async (memories, args, texts) => {
  const range = await memories.time(args.time_period ?? '');
  const found = await memories.list({ from: range.from, to: range.to });
  const focus = nonBlank(args.focus_area);
  return [texts.review(range.text, focus), quote(found, texts)].join('\n\n');
};

const analyse: Write = async (memories, args, texts) => {
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
};

async function filterOf(
  memories: MemoryStore,
  tags: string | undefined,
  time: string | undefined,
): Promise<MemoryFilter> {
  const all = time === undefined || /^(all( time)?|全部|所有)$/i.test(time);
  const range = all ? undefined : await memories.time(time);
  return {
    ...(tags !== undefined && { tags: parseTags(tags) }),
    ...(range && { from: range.from, to: range.to }),
  };
}

const exportAll: Write = async (memories, args, texts) => {
  const format = exportFormats.find((known) => known === args.format?.trim().toLowerCase());
  if (!format)
    throw new StoreError(
      'invalid_argument',
      `format takes ${exportFormats.join(', ')}, but got "${args.format ?? ''}".`,
    );
  const tags = nonBlank(args.filter);
  const text = await memories.export(format, tags === undefined ? {} : { tags: parseTags(tags) });
  return `${texts.export(format)}\n\n${text}`;
};

const cleanUp: Write = async (memories, args, texts) => {
  const threshold = nonBlank(args.similarity_threshold);
  const { groups } = await memories.removeDuplicates(threshold === undefined ? 0.9 : Number(threshold), {
    dryRun: true,
  });
  const lines = groups.flatMap(({ kept, duplicates }) => [
    `- ${short(kept)}`,
    ...duplicates.map(({ memory }) => `  - ${short(memory)}`),
  ]);
  return [texts.cleanUp(groups.length, nonBlank(args.older_than)), ...lines].join('\n');
};

const learn: Write = (_, args, texts) => {
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
};

const writers: Readonly<Record<string, Write | undefined>> = {
  memory_review: review,
  memory_analysis: analyse,
  knowledge_export: exportAll,
  memory_cleanup: cleanUp,
  learning_session: learn,
};

function quote(memories: readonly Memory[], texts: MemoryTexts): string {
  if (memories.length === 0) return texts.none;
  const lines = memories.slice(0, quoted).map((memory) => `- ${short(memory)}`);
  return [...lines, ...(memories.length > quoted ? [texts.more(memories.length - quoted)] : [])].join('\n');
}

function short({ hash, content, tags, createdAt }: Memory): string {
  const text = oneLine(content);
  const cut = text.length > quotedChars ? `${text.slice(0, quotedChars)}…` : text;
  return `[${isoTime(createdAt).slice(0, 10)} ${hash.slice(0, 8)}] ${cut}${tags.length > 0 ? ` (${oneLine(tags.join(', '))})` : ''}`;
}

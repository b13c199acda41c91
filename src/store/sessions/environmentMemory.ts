import { join } from 'node:path';
import { containLines } from '../text/containText.ts';
import { openUnlinked } from '../files/foreign.ts';
import type { Memory } from '../memory/types.ts';
import { estimatedTokens } from '../text/textLength.ts';

/** Memories with one of these as tag or type matter in every chat. */
const lasting: ReadonlySet<string> = new Set([
  ...['pinned', 'preference', 'preferences', 'convention', 'conventions'],
  ...['置顶', '偏好', '约定', '规范'],
]);
const pinned: ReadonlySet<string> = new Set(['pinned', '置顶']);
/** Files that tell agents how to work in a project, the one that most agents read first. */
const instructionFiles = ['AGENTS.md', 'GEMINI.md', 'CLAUDE.md'] as const;
/** Of each is read at most so much, which is more than fits. Bytes. */
const readBytes = 256 * 1024;
/** What is left must be worth a heading. Estimated tokens. */
const leastTokens = 40;

/**
 * What is remembered of a project, for the environment of a new chat: memories that are pinned or tell preferences and
 * conventions, then the files in its folders that instruct agents, within so many estimated tokens. What is cut says so.
 */
export async function environmentMemory(
  memories: readonly Memory[],
  folders: readonly string[],
  maxTokens: number,
): Promise<string> {
  const remembered = memoryLines(memories, maxTokens);
  const parts = remembered === '' ? [] : [remembered];
  const files = await Promise.all(folders.map(instructionsOf));
  const seen = new Set<string>();
  for (const { path, text } of files.flat()) {
    const room = maxTokens - estimatedTokens(parts.join('\n\n'));
    if (seen.has(text) || room < leastTokens) continue;
    seen.add(text);
    parts.push(fileBlock(path, text, room));
  }
  return parts.join('\n\n');
}

function memoryLines(memories: readonly Memory[], maxTokens: number): string {
  const marks = ({ type, tags }: Memory): string[] => [type.toLowerCase(), ...tags];
  const isPinned = (memory: Memory): boolean => marks(memory).some((mark) => pinned.has(mark));
  const wanted = memories.filter((memory) => marks(memory).some((mark) => lasting.has(mark)));
  const sorted = [...wanted.filter(isPinned), ...wanted.filter((memory) => !isPinned(memory))];
  if (sorted.length === 0) return '';
  const lines = ['- **Project Memory:**'];
  let tokens = leastTokens;
  for (const { content } of sorted) {
    const line = `  - ${contained(content).replaceAll('\n', '\n    ')}`;
    tokens += estimatedTokens(line);
    if (tokens <= maxTokens) lines.push(line);
  }
  const left = sorted.length + 1 - lines.length;
  return [...lines, ...(left > 0 ? [`  - (${left} more: search_by_tag finds them)`] : [])].join('\n');
}

interface Instructions {
  readonly path: string;
  readonly text: string;
}

async function instructionsOf(folder: string): Promise<Instructions[]> {
  const paths = instructionFiles.map((name) => join(folder, name));
  const texts = await Promise.all(paths.map(beginningOf));
  return paths.flatMap((path, n) => {
    const text = texts[n]?.trim() ?? '';
    return text === '' ? [] : [{ path, text }];
  });
}

/** The beginning of a regular file; undefined for anything else there, which is neither followed nor waited for. */
async function beginningOf(path: string): Promise<string | undefined> {
  const handle = await openUnlinked(path);
  try {
    if (handle === undefined) return undefined;
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(readBytes), 0, readBytes, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle?.close();
  }
}

function fileBlock(path: string, text: string, maxTokens: number): string {
  const head = `--- Context from: ${JSON.stringify(path)} ---`;
  const end = '--- End of context ---';
  const whole = contained(text);
  const room = maxTokens - estimatedTokens(`${head}\n\n${end}\n`) - leastTokens / 2;
  let tokens = 0;
  let length = 0;
  for (const character of whole) {
    tokens += estimatedTokens(character);
    if (tokens > room) break;
    length += character.length;
  }
  const cut = length < whole.length ? `\n[cut: ${whole.length - length} more characters in the file]` : '';
  return `${head}\n${whole.slice(0, length)}${cut}\n${end}`;
}

/** Nothing in it looks like the end of what is around it. */
const contained = (text: string): string => containLines(text, '\\s*(?:</?session_context|--- )');

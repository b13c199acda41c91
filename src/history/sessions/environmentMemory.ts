import { join } from 'node:path';
import { containLines, containTags } from '../../disk/text/containText.ts';
import { openUnlinked } from '../../disk/files/foreign.ts';
import type { Memory } from '../memory/types.ts';
import { estimatedTokens } from '../../disk/text/textLength.ts';

/** Memories with one of these tags or types matter in every chat. */
const lasting: ReadonlySet<string> = new Set([
  ...['pinned', 'preference', 'preferences', 'convention', 'conventions'],
  ...['置顶', '偏好', '约定', '规范'],
]);
const pinned: ReadonlySet<string> = new Set(['pinned', '置顶']);
/** Instruction files for agents, the most widely supported first. */
const instructionFiles = ['AGENTS.md', 'GEMINI.md', 'CLAUDE.md'] as const;
/** Maximum read from each file, more than fits. Bytes. */
const readBytes = 256 * 1024;
/** Minimum remaining budget for another block. Estimated tokens. */
const minTokens = 40;

/**
 * The memory for a new chat's environment: pinned memories, preferences and conventions, then instruction files, within
 * a number of estimated tokens. Marks cuts.
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
    if (seen.has(text) || room < minTokens) continue;
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
  let tokens = minTokens;
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

/** Reads the beginning of a regular file; undefined for anything else, which is neither followed nor waited for. */
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
  const room = maxTokens - estimatedTokens(`${head}\n\n${end}\n`) - minTokens / 2;
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

/** Escapes lines that look like the end of the enclosing block. */
const contained = (text: string): string => containTags(containLines(text, '\\s*--- '), 'session_context');

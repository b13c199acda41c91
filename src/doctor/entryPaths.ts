import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { isObject } from '../store/base/core.ts';

/** The first path that an entry or a hook would start, or have started, and that is not there. */
export const vanishedIn = (value: unknown): string | undefined => commandsIn(value).find(isVanished);

/** Fields of entries and hooks that name programs and their arguments. */
const fields = new Set(['command', 'args', 'bash', 'hooks']);

function commandsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [programOf(value)];
  if (Array.isArray(value)) return value.flatMap(commandsIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => (fields.has(key) ? commandsIn(inner) : []));
}

/** The program of a line of a shell; a path with blanks stays whole. */
function programOf(text: string): string {
  const quoted = /^\s*(?:&\s*)?(["'])(.+?)\1/.exec(text)?.[2];
  if (quoted !== undefined) return quoted;
  return existsSync(text) ? text : (/^\S+/.exec(text.trim())?.[0] ?? text);
}

const isVanished = (path: string): boolean => isAbsolute(path) && !existsSync(path);

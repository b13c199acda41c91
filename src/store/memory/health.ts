import fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errno } from '../errors.ts';
import { tagCounts } from './analysis.ts';
import type { MemoryState } from './state.ts';
import type { MemoryHealth, TrashedMemories } from './types.ts';

/** How the memories are kept, and what is wrong with them. */
export async function healthOf(
  state: MemoryState,
  file: string,
  trash: readonly TrashedMemories[],
): Promise<MemoryHealth> {
  const all = [...state.memories.values()];
  const live = all.filter(({ archived }) => archived === undefined);
  const copies = await damagedCopies(file);
  const backups = [...copies.map(({ time }) => time), ...trash.map(({ deletedAt }) => deletedAt)];
  return {
    memories: live.length,
    archived: all.length - live.length,
    tags: tagCounts(live).length,
    bytes: fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0,
    file,
    lastBackup: backups.length > 0 ? Math.max(...backups) : undefined,
    problems: problemsOf(
      state,
      file,
      copies.map(({ name }) => name),
    ),
  };
}

function problemsOf(
  { unreadable, torn }: MemoryState,
  file: string,
  copies: readonly string[],
): readonly string[] {
  return [
    ...(unreadable > 0
      ? [
          `${lines(unreadable)} of ${file} cannot be read and ${unreadable === 1 ? 'was' : 'were'} left as ${unreadable === 1 ? 'it is' : 'they are'}; repair or delete ${unreadable === 1 ? 'it' : 'them'}.`,
        ]
      : []),
    ...(torn
      ? [`The last line of ${file} was not written to its end; what it should have held was not stored.`]
      : []),
    ...copies.map((name) => `${name} holds lines that could not be read; look into it, then delete it.`),
  ];
}

const lines = (count: number): string => `${count} ${count === 1 ? 'line' : 'lines'}`;

/** Copies of the log that were kept because lines in it could not be read. */
async function damagedCopies(file: string): Promise<{ readonly name: string; readonly time: number }[]> {
  const names = await fs.promises.readdir(dirname(file)).catch((error: unknown) => {
    if (errno(error) === 'ENOENT') return [];
    throw error;
  });
  return names
    .filter((name) => name.startsWith(`${basename(file)}.damaged-`))
    .map((name) => ({ name, time: fs.statSync(join(dirname(file), name)).mtimeMs }));
}

import { dirname } from 'node:path';
import { namesIn } from '../../disk/files/folders.ts';
import { lstatOwn } from '../../disk/files/way.ts';
import { tagCounts } from './analysis.ts';
import type { MemoryState } from './state.ts';
import type { MemoryHealth } from './reportTypes.ts';

/** Reports the state of the stored memories and their problems. */
export async function healthOf(
  state: MemoryState,
  file: string,
  lastExport: number | undefined,
): Promise<MemoryHealth> {
  const all = [...state.memories.values()];
  const live = all.filter(({ archived }) => archived === undefined);
  const copies = await damagedCopies(file);
  return {
    memories: live.length,
    archived: all.length - live.length,
    tags: tagCounts(live).length,
    bytes: lstatOwn(file)?.size ?? 0,
    file,
    lastBackup: lastExport,
    problems: problemsOf(state, file, copies),
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
    ...copies.map((name) => `${name} holds what could not be read; look into it, then delete it.`),
  ];
}

const lines = (count: number): string => `${count} ${count === 1 ? 'line' : 'lines'}`;

/** Copies kept because part of them could not be read. */
async function damagedCopies(file: string): Promise<readonly string[]> {
  return (await namesIn(dirname(file))).filter((name) => name.includes('.damaged-'));
}

import { listArchives } from './list.ts';
import { shortSession } from './names.ts';
import type { ArchiveInfo, DamagedArchive } from './types.ts';

/** The parts of a session, oldest first, by their front matter; and files named like parts of it that have lost theirs. */
export async function earlierParts(
  folder: string,
  session: string,
): Promise<{ readonly parts: ArchiveInfo[]; readonly damaged: DamagedArchive[] }> {
  const { archives, damaged } = await listArchives(folder, new Map());
  const named = new RegExp(`-${shortSession(session)}(-\\d+)?$`);
  return {
    parts: archives.filter((archive) => archive.session === session).sort((a, b) => a.part - b.part),
    damaged: damaged.filter(({ name }) => named.test(name)),
  };
}

import { defined } from '../../disk/base/core.ts';
import type { ArchiveInfo, UnknownOfVersion } from './types.ts';

/** Groups the kinds unknown to readers in archives by agent and version, most lines first. */
export function unknownByVersion(archives: readonly ArchiveInfo[]): readonly UnknownOfVersion[] {
  const found = new Map<string, UnknownOfVersion>();
  for (const { agent = 'history', version, unknown, session: own } of newestOf(archives)) {
    if (!unknown) continue;
    const key = JSON.stringify([agent, version]);
    const { kinds = {}, sessions = 0, session = own } = found.get(key) ?? {};
    const sum = { ...kinds };
    for (const [kind, count] of Object.entries(unknown)) sum[kind] = (sum[kind] ?? 0) + count;
    const lines = Object.values(sum).reduce((all, count) => all + count, 0);
    found.set(key, { agent, ...defined({ version }), sessions: sessions + 1, session, lines, kinds: sum });
  }
  return [...found.values()].sort((a, b) => b.lines - a.lines);
}

/** Returns the last part of each session, as each part counts the whole transcript up to it. */
function newestOf(archives: readonly ArchiveInfo[]): Iterable<ArchiveInfo> {
  const newest = new Map<string, ArchiveInfo>();
  for (const archive of archives) {
    const known = newest.get(archive.session);
    if (!known || known.part < archive.part) newest.set(archive.session, archive);
  }
  return newest.values();
}

import { join } from 'node:path';
import { Archives } from '../store/archive/archives.ts';
import { archivesFolder } from '../store/archive/names.ts';
import type { ArchiveInfo, ArchiveLogEntry, ArchiveStore, UnknownOfVersion } from '../store/archive/types.ts';
import { silentLog } from '../store/base/core.ts';
import { historyFolder } from '../store/files/projectHistory.ts';
import { contextOf } from '../store/context.ts';
import { peek } from '../store/files/way.ts';
import { guarded } from '../store/secrets/guarded.ts';
import { agentNames } from '../store/transcripts/names.ts';
import { note, ok, problem, text } from './findings.ts';
import type { Check, RepairableFinding } from './types.ts';

/** What failed longer ago is not told any more. Milliseconds. */
const recentMs = 7 * 24 * 60 * 60 * 1_000;
const maxNames = 5;

/** Whether archives could be written, have their copies, and hold all that agents wrote. */
export const archivesCheck: Check = {
  id: 'archives',
  title: text('Archives', '归档'),
  withinMs: 15_000,
  run: async ({ project, base = project, clock }) => {
    if (base === undefined) return [];
    const context = contextOf(base, { clock, log: silentLog, isReadOnly: () => true });
    const store = guarded<ArchiveStore>(new Archives(context), context.secrets);
    const { archives } = await store.list();
    const { entries } = await store.log();
    const since = clock.now() - recentMs;
    const found = [
      ...failuresIn(entries.filter(({ time }) => Date.parse(time) > since)),
      ...copiesMissing(join(historyFolder(base), archivesFolder), archives),
      ...(await store.unknownKinds()).map(unknownFinding),
    ];
    const count = archives.length;
    const fine = ok('archives.fine', text(`${count} archives.`, `${count} 个归档。`), {
      data: { archives: count },
    });
    return found.length > 0 ? found : [fine];
  },
};

/** What failed last and did not succeed since. */
function failuresIn(entries: readonly ArchiveLogEntry[]): readonly RepairableFinding[] {
  const last = new Map<string, ArchiveLogEntry>();
  for (const entry of entries) last.set(entry.session ?? entry.transcript ?? '', entry);
  const failed = [...last.values()].filter(({ outcome }) => outcome === 'failed');
  return failed.slice(-maxNames).map(({ session = '', transcript = '', time, error }) => {
    const reason = error?.message ?? '';
    const message = text(
      `A session could not be archived (${time}): ${reason}`,
      `有会话未能归档（${time}）：${reason}`,
    );
    return problem('archive.failed', message, { subject: session || transcript, data: { reason, time } });
  });
}

function copiesMissing(folder: string, archives: readonly ArchiveInfo[]): readonly RepairableFinding[] {
  const missing = archives.filter(({ raw }) => raw !== undefined && !isFile(join(folder, raw)));
  if (missing.length === 0) return [];
  const names = missing.slice(0, maxNames).map(({ name }) => name).join(', '); // oxfmt-ignore
  const message = text(
    `${missing.length} archives lack the copy of their transcript: ${names}. What they say is there.`,
    `${missing.length} 个归档缺少原始文件的副本：${names}。其内容仍在。`,
  );
  return [note('archives.copies', message, { data: { archives: missing.length } })];
}

const isFile = (path: string): boolean => {
  try {
    return peek(path)?.isFile() === true;
  } catch {
    return false; // it is named by something that is no path of ours
  }
};

function unknownFinding({
  agent,
  version = '',
  sessions,
  lines,
  kinds,
}: UnknownOfVersion): RepairableFinding {
  const names = Object.keys(kinds).slice(0, maxNames).join(', ');
  const program = `${agent === 'history' ? 'session_record' : agentNames[agent]} ${version}`.trim();
  const message = text(
    `${program} writes ${lines} lines of kinds that are not known here (${names}), in ${sessions} sessions. Their copies keep them; update this program to read them.`,
    `${program} 在 ${sessions} 个会话中写入了 ${lines} 行未知种类的内容（${names}）。副本中保留了它们；更新本程序即可读取。`,
  );
  return note('archives.unknown', message, {
    subject: `${agent} ${version}`.trim(),
    data: { agent, version, sessions, lines },
  });
}

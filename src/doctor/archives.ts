import { join } from 'node:path';
import { Archives } from '../history/archive/archives.ts';
import { archivesFolder } from '../history/archive/names.ts';
import type {
  ArchiveInfo,
  ArchiveLogEntry,
  ArchiveStore,
  UnknownOfVersion,
} from '../history/archive/types.ts';
import { silentLog } from '../disk/base/core.ts';
import { historyFolder } from '../disk/files/projectHistory.ts';
import { contextOf } from '../disk/context.ts';
import { lstatOwn } from '../disk/files/way.ts';
import { guarded } from '../disk/secrets/guarded.ts';
import { agentNameOf } from '../agents/agents.ts';
import { note, ok, problem, sessionsText, text } from './findings.ts';
import { isClosed } from './historyFolder.ts';
import type { Check, RepairableFinding } from './types.ts';

/** Older failures are not reported. Milliseconds. */
const recentMs = 7 * 24 * 60 * 60 * 1_000;
const maxNames = 5;

/** Checks that archives can be written, have their copies, and contain everything the agents wrote. */
export const archivesCheck: Check = {
  id: 'archives',
  title: text('Kept sessions'),
  withinMs: 15_000,
  run: async ({ project, base = project, clock }) => {
    if (base === undefined || isClosed(base)) return [];
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
    const fine = ok('archives.fine', text('{0} kept sessions.', count), {
      data: { archives: count },
    });
    return found.length > 0 ? found : [fine];
  },
};

/** Returns failures not followed by a success. */
function failuresIn(entries: readonly ArchiveLogEntry[]): readonly RepairableFinding[] {
  const last = new Map<string, ArchiveLogEntry>();
  for (const entry of entries)
    if (entry.outcome !== 'noted') last.set(entry.session ?? entry.transcript ?? '', entry);
  const failed = [...last.values()].filter(({ outcome }) => outcome === 'failed');
  return failed.slice(-maxNames).map(({ session = '', transcript = '', time, error }) => {
    const reason = error?.message ?? '';
    const message = text('A session could not be kept ({0}): {1}', time, reason);
    return problem('archive.failed', message, { subject: session || transcript, data: { reason, time } });
  });
}

function copiesMissing(folder: string, archives: readonly ArchiveInfo[]): readonly RepairableFinding[] {
  const missing = archives.filter(({ raw }) => raw !== undefined && !isFile(join(folder, raw)));
  if (missing.length === 0) return [];
  const names = missing.slice(0, maxNames).map(({ name }) => name).join(', '); // oxfmt-ignore
  const message = text(
    '{0} kept sessions lack the copy of their transcript: {1}. What they say is there.',
    missing.length,
    names,
  );
  return [note('archives.copies', message, { data: { archives: missing.length } })];
}

const isFile = (path: string): boolean => {
  try {
    return lstatOwn(path)?.isFile() === true;
  } catch {
    return false; // its name is not a path of this product
  }
};

function unknownFinding({
  agent,
  version = '',
  sessions,
  session,
  lines,
  kinds,
}: UnknownOfVersion): RepairableFinding {
  const names = Object.keys(kinds).slice(0, maxNames).join(', ');
  const program = `${agent === 'history' ? 'session_record' : agentNameOf(agent)} ${version}`.trim();
  const message = text(
    '{0} writes {1} of kinds that are not known here ({2}), in {3}. Their copies keep them; update this program to read them.',
    program,
    lines === 1 ? text('1 line') : text('{0} lines', lines),
    names,
    sessionsText(sessions),
  );
  return note('archives.unknown', message, {
    subject: `${agent} ${version}`.trim(),
    data: { agent, version, sessions, session, lines },
  });
}

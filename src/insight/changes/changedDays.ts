import { join } from 'node:path';
import { anywhere, type ProjectFolder } from './eventPaths.ts';
import { eachOnce } from './fileEvents.ts';
import { keyLength } from './lineKeys.ts';
import { describeRequest, Writers, type Writer } from './writers.ts';
import { writesFile, type ChangeEvent, type IndexedSession } from './sessionChanges.ts';
import type { ChangedDay, DayFile, DaysRequest, FileChange } from './types.ts';

const defaultLimit = 1_000;

/** Events by day, file and request. */
type Days = Map<string, Map<string, { readonly file: DayFile; readonly by: Map<Writer, ChangeEvent[]> }>>;

/** Lists the files that sessions changed by day, newest first. */
export function changedDays(
  sessions: readonly IndexedSession[],
  folders: readonly ProjectFolder[],
  { since = -Infinity, limit = defaultLimit }: DaysRequest,
): readonly ChangedDay[] {
  const days: Days = new Map();
  const writers = new Writers();
  for (const { event, session } of eachOnce(sessions)) {
    const file = event.at >= since && writesFile(event) ? fileOf(event.path, folders) : undefined;
    if (file === undefined) continue;
    const files = days.get(dayOf(event.at)) ?? new Map<string, never>();
    days.set(dayOf(event.at), files);
    const { by } = files.get(file.path) ?? { by: new Map<Writer, ChangeEvent[]>() };
    files.set(file.path, { file, by });
    const writer = writers.of(session, event);
    by.set(writer, [...(by.get(writer) ?? []), event]);
  }
  let left = limit;
  return [...days]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .flatMap(([day, files]) => {
      const changed = [...files.values()].map(({ file, by }) => ({ ...file, changes: changesOf(by) }));
      const shown = changed.sort((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1)).slice(0, left);
      left -= shown.length;
      return shown.length > 0 ? [{ day, files: shown }] : [];
    });
}

const timeOf = ({ changes: [newest] }: DayFile): string => newest?.time ?? '';

function changesOf(requests: ReadonlyMap<Writer, readonly ChangeEvent[]>): readonly FileChange[] {
  const changes = [...requests].flatMap(([by, events]): FileChange[] => {
    const last = events.at(-1);
    const pieces = events.flatMap((event) => event.pieces ?? []);
    const count = (amount: (piece: (typeof pieces)[number]) => number): number =>
      pieces.reduce((sum, piece) => sum + amount(piece), 0);
    const added = count(({ flags }) => flags.replace(/[^am]/g, '').length);
    const removed = count((piece) => piece.removed.length / keyLength);
    return last ? [{ ...describeRequest(by, last), added, removed }] : [];
  });
  return changes.sort((a, b) => (a.time < b.time ? 1 : -1));
}

/** The workspace file of an event; undefined for others and for ambiguous paths. */
function fileOf(path: string, folders: readonly ProjectFolder[]): DayFile | undefined {
  for (const { folder, paths } of path.startsWith(anywhere) ? [] : folders) {
    const below = paths.below(path) ?? '';
    if (below === '') continue;
    const shown = path.slice(-below.length);
    return { path: shown, file: join(folder, shown), changes: [] };
  }
  return undefined;
}

/** The local date, `YYYY-MM-DD`. */
function dayOf(at: number): string {
  const date = new Date(at);
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

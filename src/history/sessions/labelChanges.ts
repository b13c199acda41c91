import { randomBytes } from 'node:crypto';
import { basename, join } from 'node:path';
import type { StoreContext } from '../../disk/base/context.ts';
import { isoTime, type Lease, StoreError } from '../../disk/base/core.ts';
import { maxNameLength } from '../../disk/base/limits.ts';
import { checkedTags } from '../../disk/base/tags.ts';
import { appendLines, mergeByLines } from '../../disk/files/appendLines.ts';
import { copySynced, writeAtomic } from '../../disk/files/atomic.ts';
import { oneLine } from '../../disk/text/containText.ts';
import { formatLabelRecord, identityKey, type LabelRecord, type LabelState } from './labelRecords.ts';
import type { Recordings } from './recordings.ts';
import { labelsName, readLabels } from './sessionLabels.ts';
import type { LabelChange, SessionLabels } from './types.ts';

/** Characters. */
const maxNoteLength = 10_000;
/** Outdated lines are removed once they outnumber the current ones and this limit. */
const keptStale = 200;

/** Changes labels of sessions in one step and returns the changes that undo it. */
export function changeLabels(
  context: StoreContext,
  recordings: Recordings,
  changes: readonly LabelChange[],
): Promise<readonly LabelChange[]> {
  const checked = changes.map(checkedChange);
  const file = join(recordings.folder, labelsName);
  return recordings.change(async (lease) => {
    const state = readLabels(file);
    const before = state.all;
    const records = checked.map(({ session, ...members }) => ({
      source: session.source,
      session: session.sessionId,
      at: state.timeAfter(session, context.clock.now()),
      members,
    }));
    if (records.length > 0) await add(context, file, { state, records, lease });
    return checked.map((change) => backOf(change, before.get(identityKey(change.session)) ?? {}));
  });
}

interface Adding {
  readonly state: LabelState;
  readonly records: readonly LabelRecord[];
  readonly lease: Lease;
}

async function add(context: StoreContext, file: string, { state, records, lease }: Adding): Promise<void> {
  await mergeByLines(file, labelsName, lease);
  if (state.unreadable > 0) await copyAside(context, file, state.unreadable);
  const isStale = state.stale > keptStale && state.stale > state.all.size;
  if (state.unreadable === 0 && !isStale) return appendLines(file, records.map(formatLabelRecord), lease);
  const lines = [...state.compacted(), ...records].map((record) => `${formatLabelRecord(record)}\n`);
  return writeAtomic(file, lines.join(''), lease);
}

/** Copies a file with unreadable lines, which the rewritten one omits. */
async function copyAside({ clock, log }: StoreContext, file: string, count: number): Promise<void> {
  const time = isoTime(clock.now()).replace(/[-:]|\.\d+/g, '');
  const copy = `${file}.damaged-${time}-${randomBytes(2).toString('hex')}`;
  await copySynced(file, copy);
  log.warn(`${count} lines of ${labelsName} cannot be read; it is kept as ${basename(copy)}`);
}

function checkedChange({ session, title, tags, archived, note }: LabelChange): LabelChange {
  return {
    session,
    ...(title !== undefined && { title: checkedText('title', oneLine(title), maxNameLength) }),
    ...(tags !== undefined && { tags: checkedTags(tags) }),
    ...(archived !== undefined && { archived }),
    ...(note !== undefined && { note: checkedText('note', note.trim(), maxNoteLength) }),
  };
}

function checkedText(name: string, text: string, most: number): string {
  if (text.length <= most) return text;
  throw new StoreError(
    'invalid_argument',
    `The ${name} has ${text.length} characters; give at most ${most}.`,
    { arguments: [name] },
  );
}

/** The change that restores the previous labels. */
function backOf({ session, ...change }: LabelChange, before: SessionLabels): LabelChange {
  const { title = '', tags = [], archived = false, note = '' } = before;
  return {
    session,
    ...(change.title !== undefined && { title }),
    ...(change.tags !== undefined && { tags }),
    ...(change.archived !== undefined && { archived }),
    ...(change.note !== undefined && { note }),
  };
}

import { randomBytes } from 'node:crypto';
import { basename, join } from 'node:path';
import type { StoreContext } from '../base/context.ts';
import { errno, isoTime, type Lease, StoreError } from '../base/core.ts';
import { maxNameLength } from '../base/limits.ts';
import { checkedTags } from '../base/tags.ts';
import { appendLines } from '../files/appendLines.ts';
import { copySynced, writeAtomic, writeSynced } from '../files/atomic.ts';
import { peek } from '../files/way.ts';
import { oneLine } from '../text/containText.ts';
import { formatLabelRecord, identityKey, type LabelRecord, type LabelState } from './labelRecords.ts';
import type { Recordings } from './recordings.ts';
import { labelsName, readLabels } from './sessionLabels.ts';
import type { LabelChange, SessionLabels } from './types.ts';

/** Characters. */
const longestNote = 10_000;
/** Lines that say nothing any more are taken out once they are more than the others, and more than this. */
const keptStale = 200;

/** Changes labels of sessions in one step, and gives the changes that take it back. */
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
      ...{ source: session.source, session: session.sessionId },
      ...{ at: state.timeAfter(session, context.clock.now()), members },
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
  if (!peek(file)) await mergeByLines(join(file, '..', '.gitattributes'));
  if (state.unreadable > 0) await copyAside(context, file, state.unreadable);
  const isStale = state.stale > keptStale && state.stale > state.all.size;
  if (state.unreadable === 0 && !isStale) return appendLines(file, records.map(formatLabelRecord), lease);
  const lines = [...state.compacted(), ...records].map((record) => `${formatLabelRecord(record)}\n`);
  return writeAtomic(file, lines.join(''), lease);
}

/** Lines that cannot be read are left out of what is written anew; all bytes stay beside it. */
async function copyAside({ clock, log }: StoreContext, file: string, count: number): Promise<void> {
  const time = isoTime(clock.now()).replace(/[-:]|\.\d+/g, '');
  const copy = `${file}.damaged-${time}-${randomBytes(2).toString('hex')}`;
  await copySynced(file, copy);
  log.warn(`${count} lines of ${labelsName} cannot be read; it is kept as ${basename(copy)}`);
}

/** Where history is shared through git, merging takes the lines of both sides. */
async function mergeByLines(file: string): Promise<void> {
  await writeSynced(file, `${labelsName} merge=union\n`).catch((error: unknown) => {
    if (errno(error) !== 'EEXIST') throw error; // it is there already
  });
}

function checkedChange({ session, title, tags, archived, note }: LabelChange): LabelChange {
  return {
    session,
    ...(title !== undefined && { title: checkedText('title', oneLine(title), maxNameLength) }),
    ...(tags !== undefined && { tags: checkedTags(tags) }),
    ...(archived !== undefined && { archived }),
    ...(note !== undefined && { note: checkedText('note', note.trim(), longestNote) }),
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

/** What takes a change back, where the labels were these. */
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

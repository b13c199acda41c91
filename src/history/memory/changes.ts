import { isObject, StoreError } from '../../disk/base/core.ts';
import { parseJson } from '../../disk/files/json.ts';
import { safePreview } from '../../disk/secrets/cut.ts';
import type { Trash, TrashItem } from '../../disk/files/trash.ts';
import { mergeMemory, unarchived } from './memory.ts';
import { memoryFields, parseMemory, type LogRecord } from './records.ts';
import type { MemoryState } from './state.ts';
import { removalReasons, type Memory, type RemovalReason, type TrashedMemories } from './types.ts';

const kind = 'memories';
const previewChars = 100;

/** A deletion: the removed memories, and the changes in those that stayed. */
export interface Deletion {
  readonly reason: RemovalReason;
  readonly removed: readonly Memory[];
  readonly changed: readonly { readonly before: Memory; readonly after: Memory }[];
}

/** Moves a deletion to the trash, before it is carried out. */
export async function trashDeletion(
  trash: Trash,
  { reason, removed, changed }: Deletion,
  { now, workshop }: { readonly now: number; readonly workshop: string },
): Promise<TrashedMemories> {
  const about = { reason, count: removed.length, preview: previewOf(removed) };
  const content = {
    v: 1,
    removed: removed.map(memoryFields),
    changed: changed.map(({ before, after }) => ({
      before: memoryFields(before),
      after: memoryFields(after),
    })),
  };
  const { id } = await trash.put(kind, about, `${JSON.stringify(content, null, 1)}\n`, workshop);
  return { id, ...about, deletedAt: now };
}

const previewOf = ([first]: readonly Memory[]): string => safePreview(first?.content ?? '', previewChars);

/** The records that carry out a deletion. */
export const deletionRecords = (
  { removed, changed }: Deletion,
  state: MemoryState,
  now: number,
): readonly LogRecord[] => [
  ...changed.map(({ after }) => state.put(after, now)),
  ...removed.map(({ hash }) => state.delete(hash, now)),
];

/** Converts an item of the trash; undefined unless it is a deletion of memories. */
export function trashedMemories({
  id,
  kind: own,
  deletedAt,
  fields,
}: TrashItem): TrashedMemories | undefined {
  if (own !== kind) return undefined;
  const { reason, count, preview } = fields;
  return {
    id,
    reason: removalReasons.find((known) => known === reason) ?? 'deleted',
    count: typeof count === 'number' ? count : 0,
    preview: typeof preview === 'string' ? preview : '',
    deletedAt,
  };
}

/** Parses the deletion in an item of the trash; throws `invalid_argument` for other items. */
export function deletionOf({
  item,
  content,
}: {
  readonly item: TrashItem;
  readonly content: Uint8Array;
}): Omit<Deletion, 'reason'> {
  if (item.kind !== kind)
    throw new StoreError('invalid_argument', `${item.id} in the trash is not a memory but ${item.kind}.`);
  const read = parseJson(content, (value) => (isObject(value) ? value : {}));
  const removed = read.state === 'read' ? memoriesOf(read.value.removed) : undefined;
  const changed = read.state === 'read' ? changesOf(read.value.changed) : undefined;
  // A partly readable item stays in the trash whole.
  if (removed && changed) return { removed, changed };
  throw new StoreError(
    'damaged',
    `The memories ${item.id} in the trash cannot be read; repair their content.json.`,
  );
}

/** Returns the first of these deletions, newest first, that removed a memory; a damaged one hides no other. */
export async function latestDeletion(
  hash: string,
  deletions: readonly TrashedMemories[],
  trash: Trash,
): Promise<TrashedMemories | undefined> {
  for (const deletion of deletions) {
    const content = await trash
      .get(deletion.id)
      .then(deletionOf)
      .catch(() => undefined);
    if (content?.removed.some((memory) => memory.hash === hash)) return deletion;
  }
  return undefined;
}

/** Parses a list of memories; undefined if any of it cannot be read. */
function memoriesOf(value: unknown): readonly Memory[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const memories = value.flatMap((fields) => (isObject(fields) ? (parseMemory(fields) ?? []) : []));
  return memories.length === value.length ? memories : undefined;
}

function changesOf(value: unknown): Deletion['changed'] | undefined {
  if (!Array.isArray(value)) return undefined;
  const sides = value.map((change) =>
    isObject(change) ? memoriesOf([change.before, change.after]) : undefined,
  );
  const changes = sides.flatMap(([before, after] = []) => (before && after ? [{ before, after }] : []));
  return changes.length === value.length ? changes : undefined;
}

/** Undoes a deletion. Memories stored or changed again since then keep their present state. */
export function undoDeletion(
  { removed, changed }: Omit<Deletion, 'reason'>,
  { memories }: MemoryState,
  now: number,
): readonly Memory[] {
  const back = removed.map((memory) => {
    const present = memories.get(memory.hash);
    return present ? unarchived(mergeMemory(present, memory, now)) : memory;
  });
  const untouched = changed.filter(({ after }) => memories.get(after.hash)?.updatedAt === after.updatedAt);
  return [...back, ...untouched.map(({ before }) => before)];
}

import { isObject } from '../disk/base/core.ts';
import { ContextArchives } from '../history/contexts/archives.ts';
import type { LockedDialog } from '../history/dialogs/dialogSnapshot.ts';
import { followDeletion } from '../history/dialogs/dialogTrash.ts';
import type { Message } from '../history/dialogs/types.ts';
import { hubIdOf, idOf, type LocalHistory } from './localHistory.ts';
import type { OwnedRecord } from './pull.ts';
import { isRestored } from './versions.ts';

/** Deletions in one dialog of a copy, and messages that replaced others under the same ids. */
interface DialogDeletions {
  /** Name of the dialog in the hub, from which ids are derived. */
  readonly dialog: string;
  readonly messages: Map<string, OwnedRecord>;
  hasSummary: boolean;
}

/**
 * Removes from dialogs of a copy what their owners deleted and returns the names of the changed dialogs. `nameOf`
 * maps a person's dialog to its name in the copy.
 */
export async function copyDeletions(
  local: LocalHistory,
  records: readonly OwnedRecord[],
  nameOf: (owner: string, dialog: string) => string,
): Promise<readonly string[]> {
  const dialogs = new Map<string, DialogDeletions>();
  for (const record of records) {
    const { body, deleted, kind, owner } = record;
    const dialog = isObject(body) ? body.dialog : undefined;
    if (typeof dialog !== 'string' || !(deleted || isRestored(record))) continue;
    const name = nameOf(owner, dialog);
    const gone: DialogDeletions = dialogs.get(name) ?? { dialog, messages: new Map(), hasSummary: false };
    dialogs.set(name, gone);
    if (kind === 'message') gone.messages.set(record.id, record);
    gone.hasSummary ||= kind === 'summary';
  }
  for (const [name, gone] of dialogs) {
    const isGone = (message: Message): boolean => isReplaced(message, gone);
    await local.dialogs.removeMessages(name, { isGone, summary: gone.hasSummary });
  }
  return [...dialogs.keys()];
}

/** Removes dialogs that became empty. */
export async function removeEmptied(
  { access, context }: LocalHistory,
  names: readonly string[],
): Promise<void> {
  const isEmpty = async ({ reading, place }: LockedDialog): Promise<boolean> =>
    (await reading.totals()).messages === 0 &&
    !reading.layout.summary &&
    (await new ContextArchives(context, place.folder).ids()).length === 0;
  for (const name of names)
    if ((await access.locate(name)).exists) await followDeletion(access, name, isEmpty);
}

function isReplaced(message: Message, { dialog, messages }: DialogDeletions): boolean {
  const record = messages.get(hubIdOf(message) ?? idOf([dialog, message.id ?? '']));
  if (record === undefined || record.deleted) return record !== undefined;
  const now = isObject(record.body) ? record.body.message : undefined;
  return isObject(now) && (now.text !== message.text || now.role !== message.role);
}

import { isObject } from '../base/core.ts';
import { ContextArchives } from '../contexts/archives.ts';
import type { LockedDialog } from '../dialogs/dialogAccess.ts';
import { followDeletion } from '../dialogs/dialogTrash.ts';
import type { Message } from '../dialogs/types.ts';
import { hubIdOf, idOf, type LocalHistory } from './localHistory.ts';
import type { OwnedRecord } from './pull.ts';
import { isBack } from './versions.ts';

/** What people deleted of one dialog of a copy, and messages that are others now under the ids they had. */
interface GoneOfCopy {
  /** The name of the dialog in the hub, from which ids are made. */
  readonly dialog: string;
  readonly messages: Map<string, OwnedRecord>;
  hasSummary: boolean;
}

/**
 * Takes out of dialogs of a copy what their people deleted, and gives names of those from which something went. `nameOf` says
 * what a dialog of a person is called in the copy.
 */
export async function copyGone(
  local: LocalHistory,
  records: readonly OwnedRecord[],
  nameOf: (owner: string, dialog: string) => string,
): Promise<readonly string[]> {
  const dialogs = new Map<string, GoneOfCopy>();
  for (const record of records) {
    const { body, deleted, kind, owner } = record;
    const dialog = isObject(body) ? body.dialog : undefined;
    if (typeof dialog !== 'string' || !(deleted || isBack(record))) continue;
    const name = nameOf(owner, dialog);
    const gone: GoneOfCopy = dialogs.get(name) ?? { dialog, messages: new Map(), hasSummary: false };
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

/** Dialogs that hold nothing any more are not shown. */
export async function leaveEmptied(
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

function isReplaced(message: Message, { dialog, messages }: GoneOfCopy): boolean {
  const record = messages.get(hubIdOf(message) ?? idOf([dialog, message.id ?? '']));
  if (record === undefined || record.deleted) return record !== undefined;
  const now = isObject(record.body) ? record.body.message : undefined;
  return isObject(now) && (now.text !== message.text || now.role !== message.role);
}

import { checkedTags } from '../base/tags.ts';
import { updateDialogFile } from './create.ts';
import type { DialogAccess, LockedDialog } from './dialogAccess.ts';
import type { DialogLabels } from './types.ts';

/** Changes the labels that are named of a dialog which has these, and gives what takes that back. */
export async function setLabels(
  access: DialogAccess,
  held: LockedDialog,
  { pinned, archived, tags }: DialogLabels,
  change: Partial<DialogLabels>,
): Promise<Partial<DialogLabels>> {
  const { tags: wanted, ...flags } = change;
  await updateDialogFile(access, held, { ...flags, ...(wanted && { tags: checkedTags(wanted) }) });
  return {
    ...(change.pinned !== undefined && { pinned }),
    ...(change.archived !== undefined && { archived }),
    ...(wanted && { tags }),
  };
}

import { join } from 'node:path';
import { ContextArchives } from '../history/contexts/archives.ts';
import { DialogTrash } from '../history/dialogs/dialogTrash.ts';
import type { Message } from '../history/dialogs/types.ts';
import type { HubJournal } from './journal.ts';
import type { LocalHistory } from './localHistory.ts';
import { MessageRecords } from './messageRecords.ts';

/**
 * Gives a dialog that was renamed here the name that another machine gave it later. Where there is a dialog of this
 * name, what that lacks goes there, and the rest into the trash, so that no message is there twice.
 */
export async function followRename(
  local: LocalHistory,
  journal: HubJournal,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const { access, dialogs, context } = local;
  if (!(await access.locate(from)).exists) return;
  context.log.info(
    `"${from}" is called "${to}" on another machine, which renamed it later; it is called so here too`,
  );
  if (!(await access.locate(to)).exists) {
    await dialogs.rename(from, to);
    return;
  }
  await copyMessages(local, journal, { from, to });
  await copySnapshots(local, { from, to });
  const summary = await dialogs.summary(from);
  if (summary !== undefined && (await dialogs.summary(to)) === undefined)
    await dialogs.setSummary(to, summary, 'replace');
  const { name, chosen } = await dialogs.active();
  await new DialogTrash(access).remove(from);
  if (chosen && name === from) await dialogs.setActive(to);
}

/** Messages have the ids in the hub that they have in the other dialog, by which those it has are known. */
async function copyMessages(
  local: LocalHistory,
  journal: HubJournal,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const there = new Set<string>();
  const records = new MessageRecords(local, to, journal);
  for await (const messages of local.dialogs.all(to))
    for (const message of messages) there.add(records.of(message).id);
  const moved = new MessageRecords(local, to, journal);
  const isMissing = (message: Message): boolean => !there.has(moved.of(message).id);
  for await (const messages of local.dialogs.all(from))
    await local.dialogs.save(to, messages.filter(isMissing));
}

async function copySnapshots(
  { access, context }: LocalHistory,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const archives = new ContextArchives(context, join(context.folder, (await access.locate(from)).base));
  for (const id of await archives.ids()) {
    const archived = await archives.read(id).catch(() => undefined); // a damaged one is left in the trash
    if (archived === undefined) continue;
    await access.change(to, async ({ place, lease }) => {
      const there = new ContextArchives(context, place.folder);
      if (!(await there.ids()).includes(id)) await there.write(archived, lease);
    });
  }
}

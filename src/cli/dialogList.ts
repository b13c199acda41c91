import { localTime } from '../disk/base/core.ts';
import type { CliProject } from './project.ts';
import { tagText, type CommandResult, type Terminal } from './terminal.ts';

export interface DialogListOptions {
  readonly tag?: string;
  readonly archived?: true;
}

/**
 * `dialogs`: JSON `{dialogs: [{name, active, pinned, archived, tags}], activeDialog}`, newest first. Archived ones
 * are listed only on request or by tag.
 */
export async function listDialogs(
  { store }: CliProject,
  { tag, archived }: DialogListOptions,
  { bold, dim, say }: Terminal,
): Promise<CommandResult> {
  const wanted = tag?.trim().toLowerCase();
  const dialogs = (await store.dialogs.list()).filter(
    (info) =>
      (wanted === undefined ? info.archived === (archived ?? false) : info.archived || archived !== true) &&
      (wanted === undefined || info.tags.some((each) => each.toLowerCase() === wanted)),
  );
  const lines = dialogs.map(
    ({ name, activeAt, pinned, tags }) =>
      `${pinned ? '* ' : '  '}${bold(name)} ${dim(`${localTime(activeAt)}${tagText(tags)}`)}`,
  );
  const none = say('No such dialogs in this project.');
  return {
    json: {
      dialogs: dialogs.map(({ name, activeAt, ...info }) => ({
        name,
        active: new Date(activeAt).toISOString(),
        pinned: info.pinned,
        archived: info.archived,
        tags: info.tags,
      })),
      activeDialog: (await store.dialogs.active()).name,
    },
    text: lines.length > 0 ? lines.join('\n') : none,
  };
}

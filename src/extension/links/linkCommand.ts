import { env, l10n, window } from 'vscode';
import { isObject, StoreError } from '../../disk/base/core.ts';
import { historyFolder } from '../../disk/files/projectHistory.ts';
import { projectName } from '../../disk/files/projectId.ts';
import type { Command } from '../base/commands.ts';
import { number } from '../base/notices.ts';
import { placeOfRow, targetInFront, type InFront, type RowServices } from '../base/rowPlace.ts';
import { allRows } from '../base/rows.ts';
import { formatLink } from './links.ts';

const shownMs = 4_000;

interface LinkCommandServices extends RowServices, InFront {
  /** The id of this extension. */
  readonly extension: string;
}

/**
 * Command that copies links to the selected rows, one per line, or to what the active pane shows. Anyone with the
 * same history can open them. Reports rows without links, such as groups.
 */
export const linkCommand = (services: LinkCommandServices): Command => ({
  id: 'historyStore.copyLink',
  run: async (argument, selected) => {
    const rows = isObject(argument) ? allRows(argument, selected) : [targetInFront(services)];
    const links = (await Promise.all(rows.map((row) => linkTo(services, row)))).flatMap((link) => link ?? []);
    if (links.length === 0)
      throw new StoreError(
        'not_found',
        l10n.t('Open what the link is to lead to, or use the menu of its row.'),
      );
    await env.clipboard.writeText(links.join('\n'));
    window.setStatusBarMessage(`$(link) ${copiedText(links.length, rows.length - links.length)}`, shownMs);
  },
});

function copiedText(copied: number, left: number): string {
  const text = copied === 1 ? l10n.t('Link copied') : l10n.t('{0} links copied', number(copied));
  return left === 0 ? text : `${text} · ${l10n.t('{0} rows have none', number(left))}`;
}

/** Returns undefined if there can be no link. */
async function linkTo(services: LinkCommandServices, row: unknown): Promise<string | undefined> {
  const found = await placeOfRow(services, row);
  if (found === undefined) return undefined;
  const id = projectName(historyFolder(found.project.root))?.id;
  return formatLink(env.uriScheme, services.extension, { place: found.place, project: id });
}

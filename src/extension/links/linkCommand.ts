import { env, l10n, window } from 'vscode';
import { isObject, StoreError } from '../../store/base/core.ts';
import { historyFolder } from '../../store/base/projectFolder.ts';
import { projectName } from '../../store/files/projectId.ts';
import { summaryEntry } from '../../store/search/summaryEntry.ts';
import type { Place } from '../../store/search/reference.ts';
import { parseEntryRef } from '../../protocol/summaryEdits.ts';
import { itemOf } from '../../protocol/summarySections.ts';
import { entryMark } from '../../store/search/entryMark.ts';
import type { Command } from '../base/commands.ts';
import type { SessionInfo } from '../../store/sessions/types.ts';
import type { WindowSessions } from '../sessions/sessionLists.ts';
import { number } from '../base/notices.ts';
import { projectOf, type Projects } from '../base/projects.ts';
import { allRows } from '../base/rows.ts';
import { formatLink } from './links.ts';

const shownMs = 4_000;

/** The panes of a subject. */
interface PanesInFront {
  readonly active: object | undefined;
}

interface LinkCommandServices extends Record<
  'panes' | 'contextPanes' | 'sessionPanes' | 'memoryPanes',
  PanesInFront
> {
  readonly projects: Projects;
  readonly sessionLists: Pick<WindowSessions, 'of'>;
  /** The id of this extension. */
  readonly extension: string;
}

/**
 * Copies links to the selected rows of a tree, each on a line, or to what the pane in front shows, which anybody with the same history
 * can open. Rows that nothing can lead to, such as groups, are told.
 */
export const linkCommand = (services: LinkCommandServices): Command => ({
  id: 'historyStore.copyLink',
  run: async (argument, selected) => {
    const { panes, contextPanes, sessionPanes, memoryPanes } = services;
    const inFront = [panes, contextPanes, sessionPanes, memoryPanes].find(({ active }) => active)?.active;
    const rows = isObject(argument) ? allRows(argument, selected) : [inFront];
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

/** Undefined for what nothing can lead to. */
async function linkTo(
  { projects, sessionLists, extension }: LinkCommandServices,
  row: unknown,
): Promise<string | undefined> {
  const project = projectOf(row, projects);
  const isSession = isObject(row) && row.kind === 'session'; // only its list knows its id
  const sessions = project && isSession ? await sessionLists.of(project).sessions() : [];
  const place = isObject(row) ? placeOf(row, sessions) : undefined;
  if (project === undefined || place === undefined) return undefined;
  const id = projectName(historyFolder(project.root))?.id;
  return formatLink(env.uriScheme, extension, { place, project: id });
}

type Row = Readonly<Record<string, unknown>>;

/** The place that a row or the target of a pane shows. */
function placeOf(row: Row, sessions: readonly SessionInfo[]): Place | undefined {
  const { dialog, contextId, hash, name, id, kind } = row;
  if (kind === 'session')
    return named('sessions', sessions.find(({ path }) => path === (row.path ?? id))?.sessionId);
  if (kind === 'archive') return named('archives', name ?? id);
  if (typeof hash === 'string') return { source: 'memories', name: typeOf(row.memory), entry: hash };
  if (typeof contextId === 'string') return named('contexts', contextId === 'active' ? dialog : contextId);
  if (typeof dialog !== 'string') return undefined;
  if (kind === 'message' && isObject(row.message)) {
    const entry = row.message.id ?? row.message.ts;
    return { source: 'dialogs', name: dialog, entry: String(entry) };
  }
  const ref = parseEntryRef(row);
  if (ref) return { source: 'dialogs', name: dialog, entry: entryMark(ref.section, itemOf(ref.item).text) };
  const isSummary = kind === 'summary' || kind === 'section';
  return { source: 'dialogs', name: dialog, ...(isSummary && { entry: summaryEntry }) };
}

const named = (source: Place['source'], name: unknown): Place | undefined =>
  typeof name === 'string' ? { source, name } : undefined;

/** Only the hash says which memory it is. */
const typeOf = (memory: unknown): string =>
  isObject(memory) && typeof memory.type === 'string' && memory.type !== '' ? memory.type : 'note';

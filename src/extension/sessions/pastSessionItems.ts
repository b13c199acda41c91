import { l10n, ThemeIcon, TreeItemCollapsibleState, type TreeItem } from 'vscode';
import type { SessionInfo } from '../../store/sessions/types.ts';
import { number } from '../base/notices.ts';
import { treeItem } from '../tree/treeItem.ts';
import { isDeletedSoon } from './sessionItems.ts';
import { archivedOf } from './types.ts';

const { Expanded, None } = TreeItemCollapsibleState;

/** What can be done with past sessions. */
export type PastAction = 'keepAll' | 'importOne' | 'connect';

/** In the order of their rows; what writes into the project is not offered in one that is not trusted. */
export const pastActions = (isTrusted: boolean): readonly PastAction[] =>
  isTrusted ? ['keepAll', 'importOne', 'connect'] : ['connect'];

/** How many sessions there are, and what will become of them; empty where there are none. */
export function pastHeader(infos: readonly SessionInfo[], now: number): string {
  const [count, deleted] = [infos.length, infos.filter((info) => isDeletedSoon(info, now)).length];
  if (count === 0) return '';
  if (infos.every((info) => archivedOf(info) === 'wholly'))
    return count === 1 ? l10n.t('1 session, kept') : l10n.t('{0} sessions, all kept', number(count));
  if (deleted === 0) return count === 1 ? l10n.t('1 session') : l10n.t('{0} sessions', number(count));
  if (count === 1) return l10n.t('1 session, will be deleted by its agent within 7 days');
  return deleted === 1
    ? l10n.t('{0} sessions, 1 will be deleted by its agent within 7 days', number(count))
    : l10n.t(
        '{0} sessions, {1} will be deleted by their agents within 7 days',
        number(count),
        number(deleted),
      );
}

/** The row of an action, whose command gets `node`; `header` is read out with it. */
export function actionItem(action: PastAction, node: object, header: string): TreeItem {
  const { label, description, tooltip, icon, command, state } = looks[action]();
  const item = treeItem(label, state, 'pastAction', {
    ...{ icon: new ThemeIcon(icon), description, tooltip },
  });
  item.command = { command, title: label, arguments: [node] };
  item.accessibilityInformation = { label: [label, description, header].filter(Boolean).join(', ') };
  return item;
}

const looks = {
  keepAll: () => ({
    label: l10n.t('Keep All'),
    description: l10n.t('before agents delete them'),
    tooltip: l10n.t(
      'Archives all sessions in this folder’s `.chat-history`, so that they stay when their agents delete them',
    ),
    ...{ icon: 'save-all', command: 'historyStore.keepAllSessions', state: None },
  }),
  importOne: () => ({
    label: l10n.t('Import…'),
    description: l10n.t('one session as a dialog'),
    tooltip: l10n.t('Makes a dialog of a session, which you and your agents can search and continue'),
    ...{ icon: 'comment-discussion', command: 'historyStore.importSession', state: None },
  }),
  connect: () => ({
    label: l10n.t('Connect Agents…'),
    description: l10n.t('to share one history'),
    tooltip: l10n.t('Lets Claude Code, Codex and other agents on this computer read and write this history'),
    ...{ icon: 'plug', command: 'historyStore.connectAgents', state: Expanded },
  }),
} as const;

/** Stands where the sessions will, while they are listed. */
export const lookingItem = (): TreeItem =>
  treeItem(l10n.t('Looking for agent sessions…'), None, 'looking', {
    icon: new ThemeIcon('loading~spin'),
  });

import { l10n, ThemeIcon, TreeItemCollapsibleState, type TreeItem } from 'vscode';
import type { SessionInfo } from '../../history/sessions/types.ts';
import { number } from '../base/notices.ts';
import { treeItem } from '../tree/treeItem.ts';
import { goingSoon } from './sessionItems.ts';
import { archivedOf } from './types.ts';

const { Expanded, None } = TreeItemCollapsibleState;

/** Actions for past sessions. */
export type PastAction = 'keepAll' | 'copyOne' | 'connect';

/** Returns actions in the order of their rows, without those that write in an untrusted project or have nothing to do. */
export function pastActions(isTrusted: boolean, infos: readonly SessionInfo[]): readonly PastAction[] {
  if (!isTrusted) return ['connect'];
  return areKept(infos) ? ['copyOne', 'connect'] : ['keepAll', 'copyOne', 'connect'];
}

const areKept = (infos: readonly SessionInfo[]): boolean =>
  infos.every((info) => archivedOf(info) === 'wholly');

/** Describes how many sessions there are and when they will be deleted; empty without any. */
export function pastHeader(infos: readonly SessionInfo[], now: number): string {
  const [count, deleted] = [infos.length, goingSoon(infos, now).length];
  if (count === 0) return '';
  if (areKept(infos))
    return count === 1 ? l10n.t('1 session, kept') : l10n.t('{0} sessions, all kept', number(count));
  if (deleted === 0) return count === 1 ? l10n.t('1 session') : l10n.t('{0} sessions', number(count));
  if (count === 1) return l10n.t('1 session, will soon be deleted by its agent');
  return deleted === 1
    ? l10n.t('{0} sessions, 1 will soon be deleted by its agent', number(count))
    : l10n.t('{0} sessions, {1} will soon be deleted by their agents', number(count), number(deleted));
}

/** Returns the row of an action, whose command receives `node`; screen readers read `header` with it. Others stand below it if it `hasRows`. */
export function actionItem(
  action: PastAction,
  node: object,
  { header, hasRows }: { readonly header: string; readonly hasRows: boolean },
): TreeItem {
  const { label, description, tooltip, icon, command } = looks[action]();
  const item = treeItem(label, hasRows ? Expanded : None, 'pastAction', {
    icon: new ThemeIcon(icon),
    description,
    tooltip,
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
      'Copies all sessions to this folder’s `.chat-history`, so that they stay when their agents delete them',
    ),
    icon: 'save-all',
    command: 'historyStore.keepAllSessions',
  }),
  copyOne: () => ({
    label: l10n.t('Copy into Dialog…'),
    description: l10n.t('one session'),
    tooltip: l10n.t('Makes a dialog of a session, which you and your agents can search and continue'),
    icon: 'comment-discussion',
    command: 'historyStore.importSession',
  }),
  connect: () => ({
    label: l10n.t('Connect Agents…'),
    description: l10n.t('to share one history'),
    tooltip: l10n.t('Lets Claude Code, Codex and other agents on this computer read and write this history'),
    icon: 'plug',
    command: 'historyStore.connectAgents',
  }),
} as const;

/** Placeholder while sessions are being listed. */
export const lookingItem = (): TreeItem =>
  treeItem(l10n.t('Looking for agent sessions…'), None, 'looking', {
    icon: new ThemeIcon('loading~spin'),
  });

import { env, l10n, ThemeIcon, TreeItemCollapsibleState, type TreeItem } from 'vscode';
import { dateTime, messageCount, number, relativeTime } from '../base/notices.ts';
import { age } from '../tree/age.ts';
import { errorIcon, treeItem, warningIcon } from '../tree/treeItem.ts';
import type { HubNode, HubOwnNode, HubPersonNode, HubProblemNode, HubSentNode } from './hubNodes.ts';
import type { HubAccess, RecordKind } from './hubTypes.ts';

const { Collapsed, Expanded, None } = TreeItemCollapsibleState;

/** Returns the tree item of a row of the hub. */
export function hubTreeItem(node: HubOwnNode, now: number): TreeItem {
  switch (node.kind) {
    case 'hub':
      return hubItem(node, now);
    case 'hubPerson':
      return personItem(node);
    case 'hubDialog':
    case 'hubRecords':
      return sentItem(node, now);
    case 'hubProblem':
      return problemItem(node);
  }
}

function hubItem(node: HubNode, now: number): TreeItem {
  const { shown, status, isPaused } = node;
  // Expanded even without children: otherwise the editor would remember it as collapsed.
  const state = ['hub', isPaused ? 'paused' : 'sending', status.kind].join(' ');
  return treeItem(l10n.t('Hub'), Expanded, state, {
    icon: hubIcon(node),
    description: statusText(node, now),
    tooltip: [shown, exchangedText(status)].filter(Boolean).join('\n'),
  });
}

function hubIcon({ status, isPaused }: HubNode): ThemeIcon {
  switch (status.kind) {
    case 'connecting':
    case 'exchanging':
      return new ThemeIcon('sync~spin');
    case 'offline':
      return new ThemeIcon('debug-disconnect');
    case 'failed':
      return warningIcon;
    case 'connected':
      return new ThemeIcon(isPaused ? 'debug-pause' : 'database');
  }
}

function statusText({ status, isPaused }: HubNode, now: number): string {
  switch (status.kind) {
    case 'connecting':
      return l10n.t('connecting…');
    case 'exchanging':
      return l10n.t('exchanging…');
    case 'offline':
      return l10n.t('offline since {0}', dateTime(status.since));
    case 'failed':
      return l10n.t('not connected');
    case 'connected': {
      const exchanged = relativeTime(status.exchangedAt, now);
      return isPaused
        ? l10n.t('sending is paused · received {0}', exchanged)
        : l10n.t('connected · exchanged {0}', exchanged);
    }
  }
}

const exchangedText = (status: HubNode['status']): string =>
  'exchangedAt' in status ? l10n.t('Last exchanged: {0}', dateTime(status.exchangedAt)) : '';

function personItem({ person, access, isMe, isMine, sent }: HubPersonNode): TreeItem {
  const news = sent.filter(({ isNew }) => isNew).length;
  const facts = [
    isMe ? l10n.t('you') : '',
    access === undefined ? l10n.t('no longer a member') : accessText(access),
    news > 0 ? l10n.t('{0} new', number(news)) : '',
  ];
  const state = isMine ? 'hubPerson member' : 'hubPerson';
  const unfolded = news > 0 ? Expanded : Collapsed;
  return treeItem(person, sent.length === 0 ? None : unfolded, state, {
    icon: new ThemeIcon('account'),
    description: facts.filter(Boolean).join(' · '),
  });
}

/** Describes a person's access to a project. */
export function accessText(access: HubAccess): string {
  switch (access) {
    case 'reader':
      return l10n.t('reader');
    case 'writer':
      return l10n.t('writer');
    case 'owner':
      return l10n.t('owner');
  }
}

/** A click searches the hub for what was sent, where it can be read and fetched. */
function sentItem(
  { kind, person, dialog, recordKind, count, time, isNew }: HubSentNode,
  now: number,
): TreeItem {
  const facts = [
    dialog === undefined ? number(count) : messageCount(count),
    age(time, now, env.language),
    isNew ? l10n.t('new') : '',
  ];
  const item = treeItem(dialog ?? recordsText(recordKind), None, kind, {
    icon: new ThemeIcon(dialog === undefined ? 'library' : 'comment-discussion'),
    description: facts.filter(Boolean).join(' · '),
  });
  const of = dialog === undefined ? `kind:${recordKind}` : `dialog:${quoted(dialog)}`;
  const query = `source:hub author:${quoted(person)} ${of}`;
  item.command = { command: 'historyStore.search', title: '', arguments: [{ query }] };
  return item;
}

const quoted = (name: string): string => `"${name.replaceAll('"', ' ')}"`;

function recordsText(kind: RecordKind): string {
  switch (kind) {
    case 'memory':
      return l10n.t('Memories');
    case 'shared':
      return l10n.t('Shared with the team');
    case 'session':
      return l10n.t('Sessions');
    case 'archive':
      return l10n.t('Kept sessions');
    case 'message':
    case 'summary':
    case 'context':
      return kind; // they belong to dialogs
  }
}

function problemItem({ project, text, fix }: HubProblemNode): TreeItem {
  const icon = fix === undefined ? warningIcon : errorIcon;
  const item = treeItem(text, None, 'hubProblem', { icon, tooltip: text });
  const [command, title] = fix ?? ['historyStore.exchangeHub', l10n.t('Exchange with Hub Now')];
  item.command = { command, title, arguments: [{ project }] };
  return item;
}

import {
  env,
  l10n,
  MarkdownString,
  ThemeColor,
  ThemeIcon,
  TreeItemCollapsibleState,
  type TreeItem,
} from 'vscode';
import type { SessionInfo } from '../../store/sessions/types.ts';
import { byteSize, dateTime, messageCount, number, relativeTime, startOfDay } from '../base/notices.ts';
import { commonItem, treeItem } from '../tree/treeItem.ts';
import { sourceIcon, sourceName } from './agents.ts';
import type {
  AgentNode,
  ArchiveNode,
  ArchivesNode,
  DayNode,
  FailureNode,
  SessionNode,
  SessionTreeNode,
} from './sessionNodes.ts';
import { archivedOf } from './types.ts';

const { Collapsed, Expanded, None } = TreeItemCollapsibleState;
const warning = new ThemeIcon('warning', new ThemeColor('list.warningForeground'));
const day = 24 * 60 * 60 * 1_000;
/** From then on a session that its agent deletes, and that is not archived, is marked; texts say 7 days. Milliseconds. */
const warnWithin = 7 * day;
/** The same where its agent keeps a number of sessions, and this one outlives no more than so many others. */
const warnSessions = 5;

/** The item of a node. Times in milliseconds. */
export function sessionTreeItem(node: SessionTreeNode, now: number): TreeItem {
  switch (node.kind) {
    case 'agent':
      return agentItem(node);
    case 'day':
      return dayItem(node, now);
    case 'session':
      return sessionItem(node, now);
    case 'archives':
      return archivesItem(node);
    case 'archive':
      return archiveItem(node, now);
    case 'damagedArchive':
      return treeItem(node.damaged.name, None, 'damagedArchive', {
        ...{ icon: warning, description: l10n.t('cannot be read') },
        tooltip: node.damaged.reason,
      });
    case 'failure':
      return failureItem(node, now);
    case 'project':
    case 'more':
    case 'problem':
      return commonItem(node, 'historyStore.showMoreSessions');
  }
}

function agentItem({ source, sessions }: AgentNode): TreeItem {
  const icon = new ThemeIcon(sourceIcon(source));
  return treeItem(sourceName(source), Collapsed, 'agent', { icon, description: number(sessions.length) });
}

function dayItem({ day: start, sessions }: DayNode, now: number): TreeItem {
  const today = startOfDay(now);
  const state = start >= startOfDay(today - day / 2) ? Expanded : Collapsed;
  return treeItem(dayLabel(start, today), state, 'day', {
    icon: new ThemeIcon('calendar'),
    description: number(sessions.length),
  });
}

/** What a day is called; both are the first moment of a day, in milliseconds. */
export function dayLabel(start: number, today: number): string {
  if (start === today) return l10n.t('Today');
  if (start === startOfDay(today - day / 2)) return l10n.t('Yesterday'); // half a day, as days may have 23 hours
  return new Intl.DateTimeFormat(env.language, { dateStyle: 'full' }).format(start);
}

function sessionItem(node: SessionNode, now: number): TreeItem {
  const { info, isMixed } = node;
  const archived = archivedOf(info);
  const deletion = archived === 'wholly' ? undefined : deletionText(info, now);
  const marks = { no: undefined, partly: l10n.t('partly kept'), wholly: l10n.t('kept') };
  const mark = info.archived ? l10n.t('only archived') : marks[archived];
  const whose = isMixed && sourceName(info.source);
  const parts = [whose, relativeTime(info.activeAt, now), originText(info), mark, deletion];
  const description = parts.filter(Boolean).join(' · ');
  const own = isMixed ? sourceIcon(info.source) : 'comment';
  const icon = deletion === undefined ? new ThemeIcon(archived === 'no' ? own : 'archive') : warning;
  const states = { no: 'session', partly: 'session', wholly: 'session archived' };
  const present = info.source === 'history' ? 'session recorded' : states[archived];
  const state = info.archived ? 'session kept' : present;
  const item = treeItem(info.title, None, state, { icon, description });
  item.command = { command: 'historyStore.openSession', title: '', arguments: [node] };
  return item;
}

/** Says which folder a session is from that ran elsewhere, maybe on another system. */
function originText({ isElsewhere, cwd }: SessionInfo): string | undefined {
  const name = isElsewhere && cwd?.split(/[\\/]/).findLast((part) => part !== '');
  return name ? l10n.t('from {0}', name) : undefined;
}

/** Whether its agent will delete a session that is not archived within 7 days. */
export const isDeletedSoon = (info: SessionInfo, now: number): boolean =>
  archivedOf(info) !== 'wholly' && info.deletedAt !== undefined && info.deletedAt - now <= warnWithin;

/** Says when the agent deletes a session, once that is near. */
function deletionText({ deletedAt, deletedAfter }: SessionInfo, now: number): string | undefined {
  if (deletedAt !== undefined && deletedAt - now < day) return l10n.t('will be deleted soon');
  if (deletedAt !== undefined && deletedAt - now <= warnWithin)
    return l10n.t('will be deleted {0}', relativeTime(deletedAt, now));
  return deletedAfter === undefined || deletedAfter > warnSessions
    ? undefined
    : l10n.t('may be deleted soon');
}

/** What is known of how long a session stays; nothing of what only we have. */
function keepingLine(info: SessionInfo): string | undefined {
  if (info.archived) return l10n.t('The transcript was deleted; this is the archived copy.');
  if (info.source === 'history') return undefined;
  if (archivedOf(info) === 'wholly')
    return l10n.t('Kept: the archives have all of it, even if the agent deletes it.');
  if (info.deletedAt !== undefined) return l10n.t('The agent deletes it on {0}', dateTime(info.deletedAt));
  if (info.deletedAfter !== undefined)
    return l10n.t('The agent may delete it after {0} more sessions', number(info.deletedAfter + 1));
  return info.neverDeleted
    ? l10n.t('The agent is set to delete nothing')
    : l10n.t('When the agent deletes it is not known');
}

function archivesItem({ count }: ArchivesNode): TreeItem {
  return treeItem(l10n.t('Archives'), Collapsed, 'archives', {
    icon: new ThemeIcon('archive'),
    description: number(count),
    tooltip: l10n.t(
      'Saved as Markdown in `.chat-history/.conversations`, and kept even if the agent deletes its transcript.',
    ),
  });
}

function archiveItem(node: ArchiveNode, now: number): TreeItem {
  const { title, part, archived, messages } = node.archive;
  const parts = [
    part > 1 && l10n.t('part {0}', part),
    relativeTime(Date.parse(archived), now),
    messageCount(messages),
  ];
  const item = treeItem(title, None, 'archive', {
    icon: new ThemeIcon('markdown'),
    description: parts.filter((text) => typeof text === 'string').join(' · '),
  });
  item.command = { command: 'historyStore.openArchive', title: '', arguments: [node] };
  return item;
}

function failureItem({ entry }: FailureNode, now: number): TreeItem {
  const { time, error, transcript = '', session = '' } = entry;
  return treeItem(l10n.t('Could not be archived'), None, 'failure', {
    icon: warning,
    description: relativeTime(Date.parse(time), now),
    tooltip: [error?.message, transcript, session].filter(Boolean).join('\n'),
  });
}

/** What is known of a session. What agents wrote is shown as text, never rendered. */
export function sessionTooltip({ info }: SessionNode): MarkdownString {
  const { source, title, startedAt, activeAt, cwd, gitBranch, size, sessionId, secrets } = info;
  return tooltip(title, [
    sourceName(source),
    l10n.t('From {0} to {1}', dateTime(startedAt), dateTime(activeAt)),
    cwd === undefined ? undefined : l10n.t('Folder: {0}', cwd),
    gitBranch === undefined ? undefined : l10n.t('Branch: {0}', gitBranch),
    byteSize(size),
    keepingLine(info),
    maskedCount(secrets),
    sessionId,
  ]);
}

/** What is known of an archive. */
export function archiveTooltip({ archive }: ArchiveNode): MarkdownString {
  const { agent, title, started, updated, archived, project, branch, messages, name, secrets } = archive;
  return tooltip(title, [
    agent === undefined || agent === 'history' ? undefined : sourceName(agent),
    l10n.t('From {0} to {1}', dateTime(Date.parse(started)), dateTime(Date.parse(updated))),
    l10n.t('Archived: {0}', dateTime(Date.parse(archived))),
    messageCount(messages),
    maskedCount(secrets),
    project === undefined ? undefined : l10n.t('Folder: {0}', project),
    branch === undefined ? undefined : l10n.t('Branch: {0}', branch),
    `${name}.md`,
  ]);
}

const maskedCount = (secrets: number | undefined): string | undefined =>
  secrets === undefined ? undefined : l10n.t('Secrets masked in the archive: {0}', secrets);

function tooltip(title: string, lines: readonly (string | undefined)[]): MarkdownString {
  const text = new MarkdownString('', true);
  text.appendMarkdown('**').appendText(title).appendMarkdown('**\n\n');
  for (const line of lines)
    if (line !== undefined) text.appendMarkdown('- ').appendText(line).appendMarkdown('\n');
  return text;
}

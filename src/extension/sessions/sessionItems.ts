import {
  env,
  l10n,
  MarkdownString,
  ThemeColor,
  ThemeIcon,
  TreeItemCollapsibleState,
  type TreeItem,
} from 'vscode';
import { deletedSoon } from '../../history/capture/deletion.ts';
import { recoveredTexts } from '../../history/capture/recoveredTexts.ts';
import { summaryLines } from '../../find/search/summaryEntry.ts';
import { preview } from '../../disk/text/containText.ts';
import { unreadText } from '../../agents/unreadText.ts';
import { sayHere } from '../base/settings.ts';
import type { SessionUsageRow } from '../../insight/usage/types.ts';
import type { SessionInfo } from '../../history/sessions/types.ts';
import { byteSize, dateTime, number, relativeTime } from '../base/notices.ts';
import { age } from '../tree/age.ts';
import { stretchLabel } from '../tree/stretchLabel.ts';
import { commonItem, trashFolder, treeItem } from '../tree/treeItem.ts';
import { sourceIcon, sourceName } from './agents.ts';
import type {
  ArchivedSessionsNode,
  DayNode,
  FailureNode,
  SessionNode,
  SessionTreeNode,
  TrashedArchiveNode,
  UnreadPlaceNode,
} from './sessionNodes.ts';
import { archivedOf } from './types.ts';

const { Collapsed, Expanded, None } = TreeItemCollapsibleState;
const warning = new ThemeIcon('warning', new ThemeColor('list.warningForeground'));
const day = 24 * 60 * 60 * 1_000;
/** How long before deletion an unarchived session is marked; texts say 7 days. Milliseconds. */
const warnWithin = 7 * day;
/**
 * For agents that keep a number of sessions: marks a session when at most this many further ones remain until its
 * deletion.
 */
const warnSessions = 5;

/** Returns the tree item of a node. Times in milliseconds. */
export function sessionTreeItem(node: SessionTreeNode, now: number): TreeItem {
  switch (node.kind) {
    case 'day':
      return dayItem(node);
    case 'archivedSessions':
      return archivedSessionsItem(node);
    case 'session':
      return sessionItem(node, now);
    case 'damagedArchive':
      return treeItem(node.damaged.name, None, 'damagedArchive', {
        icon: warning,
        description: l10n.t('cannot be read'),
        tooltip: node.damaged.reason,
      });
    case 'failure':
      return failureItem(node, now);
    case 'unreadPlace':
      return unreadItem(node);
    case 'archiveTrash':
      return trashFolder(l10n.t('Trash'), Collapsed, 'archiveTrash', node.count);
    case 'trashedArchive':
      return trashedItem(node, now);
    case 'project':
    case 'more':
    case 'problem':
      return commonItem(node, 'historyStore.showMoreSessions');
  }
}

function dayItem({ stretch, sessions }: DayNode): TreeItem {
  const isOpen = stretch.kind === 'today' || stretch.kind === 'yesterday';
  return treeItem(stretchLabel(stretch), isOpen ? Expanded : Collapsed, 'day', {
    icon: new ThemeIcon('calendar'),
    description: number(sessions.length),
  });
}

const archivedSessionsItem = ({ sessions }: ArchivedSessionsNode): TreeItem =>
  treeItem(l10n.t('Hidden'), Collapsed, 'archivedSessions', {
    icon: new ThemeIcon('archive'),
    description: number(sessions.length),
  });

function sessionItem(node: SessionNode, now: number): TreeItem {
  const { info, isMixed } = node;
  const archived = archivedOf(info);
  const deletion = archived === 'wholly' ? undefined : deletionText(info, now);
  const marks = { no: undefined, partly: l10n.t('partly kept'), wholly: l10n.t('kept') };
  const { fetchedFrom } = info;
  const onlyThere = fetchedFrom === undefined ? l10n.t('only kept') : l10n.t('of {0}', fetchedFrom);
  const again = info.recovered && sayHere(recoveredTexts[info.recovered]);
  const mark = info.archived ? (again ?? onlyThere) : marks[archived];
  const whose = isMixed && sourceName(info.source);
  const others = [originText(info), info.isAutomated && l10n.t('run by a program'), mark, deletion, whose];
  const parts = [age(info.activeAt, now, env.language), ...others];
  const description = parts.filter(Boolean).join(' · ');
  const icon = new ThemeIcon(sourceIcon(info.source), deletion === undefined ? undefined : warning.color);
  const states = { no: 'session', partly: 'session', wholly: 'session archived' };
  const present = info.source === 'history' ? 'session recorded' : states[archived];
  const state = `${info.archived ? 'session kept' : present}${info.labels?.archived ? ' hidden' : ''}`;
  const item = treeItem(info.title, None, state, { icon, description });
  item.command = { command: 'historyStore.openSession', title: '', arguments: [node] };
  const spoken = [info.title, relativeTime(info.activeAt, now), ...others];
  item.accessibilityInformation = { label: spoken.filter(Boolean).join(', ') };
  return item;
}

/** Returns the folder of a session that ran elsewhere, possibly on another system. */
function originText({ isElsewhere, cwd }: SessionInfo): string | undefined {
  const name = isElsewhere && cwd?.split(/[\\/]/).findLast((part) => part !== '');
  return name ? l10n.t('from {0}', name) : undefined;
}

/** Returns the sessions that their agents will delete soon and that are not kept, as the doctor counts them. */
export const goingSoon = (infos: readonly SessionInfo[], now: number): readonly SessionInfo[] =>
  deletedSoon(infos, now).filter((info) => archivedOf(info) !== 'wholly');

/** Describes when the agent deletes a session, if soon. */
function deletionText({ deletedAt, deletedAfter }: SessionInfo, now: number): string | undefined {
  if (deletedAt !== undefined && deletedAt - now < day) return l10n.t('will be deleted soon');
  if (deletedAt !== undefined && deletedAt - now <= warnWithin)
    return l10n.t('will be deleted {0}', relativeTime(deletedAt, now));
  return deletedAfter === undefined || deletedAfter > warnSessions
    ? undefined
    : l10n.t('may be deleted soon');
}

/** Describes how long a session stays; nothing for our own recordings. */
function keepingLine(info: SessionInfo): string | undefined {
  if (info.recovered === 'answered') return l10n.t('The agent had lost it; it was found again.');
  if (info.recovered)
    return l10n.t('The agent had lost it; what was said was found again, the answers are missing.');
  if (info.archived) return l10n.t('The transcript was deleted; this is the kept copy.');
  if (info.source === 'history') return undefined;
  if (archivedOf(info) === 'wholly') return l10n.t('Kept: all of it stays, even if the agent deletes it.');
  if (info.deletedAt !== undefined) return l10n.t('The agent deletes it on {0}', dateTime(info.deletedAt));
  if (info.deletedAfter !== undefined)
    return l10n.t('The agent may delete it after {0} more sessions', number(info.deletedAfter + 1));
  return info.neverDeleted
    ? l10n.t('The agent is set to delete nothing')
    : l10n.t('When the agent deletes it is not known');
}

function trashedItem({ trashed: { name, deletedAt } }: TrashedArchiveNode, now: number): TreeItem {
  return treeItem(name, None, 'trashedArchive', {
    icon: new ThemeIcon('archive'),
    description: age(deletedAt, now, env.language),
    tooltip: `${name}\n${l10n.t('Deleted: {0}', dateTime(deletedAt))}`,
  });
}

function failureItem({ entry }: FailureNode, now: number): TreeItem {
  const { time, error, transcript = '', session = '' } = entry;
  return treeItem(l10n.t('Could not be kept'), None, 'failure', {
    icon: warning,
    description: age(Date.parse(time), now, env.language),
    tooltip: [error?.message, transcript, session].filter(Boolean).join('\n'),
  });
}

/** Returns the item of a place that cannot be read; of a form that is not known, the shape can be shown. */
function unreadItem({ place }: UnreadPlaceNode): TreeItem {
  const hasForm = place.reason === 'unknown' || place.reason === 'other';
  return treeItem(sourceName(place.agent), None, hasForm ? 'unreadPlace form' : 'unreadPlace', {
    icon: warning,
    description: l10n.t('cannot be read'),
    tooltip: unreadText(place, sayHere),
  });
}

/** Returns the tooltip of a session. Agents' text is never rendered. */
export function sessionTooltip({ info }: SessionNode, usage?: SessionUsageRow): MarkdownString {
  const { source, title, givenTitle, labels, startedAt, activeAt, cwd, gitBranch, size, sessionId, summary } =
    info;
  return tooltip(title, [
    labels?.note,
    givenTitle === undefined ? undefined : l10n.t('Title of the agent: {0}', givenTitle),
    labels?.tags && l10n.t('Tags: {0}', labels.tags.join(', ')),
    sourceName(source),
    l10n.t('From {0} to {1}', dateTime(startedAt), dateTime(activeAt)),
    cwd === undefined ? undefined : l10n.t('Folder: {0}', cwd),
    gitBranch === undefined ? undefined : l10n.t('Branch: {0}', gitBranch),
    byteSize(size),
    ...(usage ? usageLines(usage) : []),
    keepingLine(info),
    maskedCount(info.secrets),
    summary && l10n.t('Summary: {0}', preview(summaryLines(summary.summary).join(' · '), summaryChars)),
    sessionId,
  ]);
}

/** Maximum characters of a summary in a tooltip. */
const summaryChars = 600;

/** Describes recorded tokens and their cost. */
const usageLines = (usage: Readonly<SessionUsageRow>): readonly string[] => [
  ...usageTexts(usage),
  ...(usage.models.length > 0 ? [usage.models.join(', ')] : []),
];

const maskedCount = (secrets: number | undefined): string | undefined =>
  secrets === undefined ? undefined : l10n.t('Secrets masked in the copy: {0}', secrets);

function tooltip(title: string, lines: readonly (string | undefined)[]): MarkdownString {
  const text = new MarkdownString('', true);
  text.appendMarkdown('**').appendText(title).appendMarkdown('**\n\n');
  for (const line of lines)
    if (line !== undefined) text.appendMarkdown('- ').appendText(line).appendMarkdown('\n');
  return text;
}

type Counted = Pick<SessionUsageRow, 'input' | 'output' | 'cost' | 'unpriced'>;

/** Describes recorded tokens and their cost; a minimum if some cost is unknown. */
export function usageTexts({ input, output, cost, unpriced }: Counted): readonly string[] {
  const tokens = [input, output].map((count) => (count === undefined ? '–' : number(count)));
  const dollars = cost === undefined ? [] : [`${unpriced > 0 ? '≥ ' : ''}$${cost.toFixed(2)}`];
  return [
    l10n.t('Tokens: {0} in, {1} out', tokens[0] ?? '–', tokens[1] ?? '–'),
    ...dollars.map((amount) => l10n.t('Cost at list prices: {0}', amount)),
  ];
}

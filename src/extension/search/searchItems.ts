import { l10n, QuickPickItemKind, ThemeIcon, type QuickInputButton, type QuickPickItem } from 'vscode';
import type { RecordKind } from '../../store/hub/types.ts';
import type { EntryRole } from '../../store/search/types.ts';
import { agentCalled } from '../../store/transcripts/names.ts';
import { dateTime, number } from '../base/notices.ts';
import type { QueryCompletion } from './completions.ts';
import type { FoundInProject, Findings } from './findEverywhere.ts';
import { hubFilter } from './filters.ts';
import { grouped } from '../base/grouped.ts';
import { groupOf, leading, type ResultGroup } from './resultGroups.ts';

/** What choosing a row of the list does. */
export type Choice =
  | { readonly type: 'open'; readonly finding: FoundInProject }
  /** Puts a text into the query. */
  | { readonly type: 'insert'; readonly text: string }
  /** Makes this the query. */
  | { readonly type: 'complete'; readonly query: string }
  /** Shows more results. */
  | { readonly type: 'more' }
  /** Runs a command of ours. */
  | { readonly type: 'run'; readonly command: string };

/** A row of the list; one without a choice only says something. */
export interface SearchRow extends QuickPickItem {
  readonly choice?: Choice;
}

/** So much is shown before a match: the rest of the row is cut where it ends, which is near in a small window. Characters. */
const beforeMatch = 30;

/** What each group is called, and its icon. */
export function groupLook(group: ResultGroup): { readonly label: string; readonly icon: string } {
  switch (group) {
    case 'dialogs':
      return { label: l10n.t('Dialogs'), icon: 'comment-discussion' };
    case 'contexts':
      return { label: l10n.t('Context Snapshots'), icon: 'layers' };
    case 'archives':
      return { label: l10n.t('Archives'), icon: 'archive' };
    case 'sessions':
      return { label: l10n.t('Sessions of agents'), icon: 'history' };
    case 'memories':
      return { label: l10n.t('Memories'), icon: 'lightbulb' };
    case 'shared':
      return { label: l10n.t('Shared'), icon: 'git-commit' };
    case 'summaries':
      return { label: l10n.t('Summaries'), icon: 'note' };
    case 'hub':
      return { label: l10n.t('Hub of the team'), icon: 'cloud' };
  }
}

/** The button on a result. */
export const copyButton = (): QuickInputButton => ({
  iconPath: new ThemeIcon('link'),
  tooltip: l10n.t('Copy Reference'),
});

/** The button on a result of a hub that can be fetched. */
export const fetchButton = (): QuickInputButton => ({
  iconPath: new ThemeIcon('cloud-download'),
  tooltip: l10n.t('Fetch to This Machine'),
});

/** Whether a result is in a dialog, or an archived session, of a colleague, which can be copied to this machine. */
export const isFetchable = ({ inHub, hit }: FoundInProject): boolean =>
  inHub !== undefined && !inHub.isMine && (hit.dialog !== undefined || inHub.session?.hasArchives === true);

/** Results by group; the group with the best one first. */
export function resultItems(
  { findings, more }: Findings,
  query: string,
  severalFolders: boolean,
): SearchRow[] {
  const byGroup = grouped(findings, (finding) => [groupOf(finding)]);
  const items = [...byGroup].flatMap(([group, own]) => [
    separator(groupLook(group).label),
    ...own.map((finding) => resultItem(finding, query, severalFolders)),
  ]);
  return more ? [...items, separator(''), moreItem()] : items;
}

function resultItem(finding: FoundInProject, query: string, severalFolders: boolean): SearchRow {
  const { snippet, ranges, role } = finding.hit;
  const shown = leading(snippet, ranges, beforeMatch);
  return {
    label: plain(calledOf(finding)),
    description: plain(factsOf(finding, severalFolders)),
    detail: plain(withMarks(shown.text, shown.ranges, query)),
    iconPath: roleIcon(role),
    alwaysShow: true,
    buttons: isFetchable(finding) ? [fetchButton()] : finding.inHub ? [] : [copyButton()],
    choice: { type: 'open', finding },
  };
}

/** What a person calls the place of a result: the id of a context says nothing to them. */
export const calledOf = ({ hit: { title, name, dialog = '' } }: FoundInProject): string =>
  title === name && dialog !== '' ? dialog : title;

/** Who said it, when and where, on one line. */
export function factsOf(finding: FoundInProject, severalFolders: boolean): string {
  const { dialog = '', agent, ts, meant } = finding.hit;
  const inDialog = calledOf(finding) === dialog ? '' : dialog;
  const near = meant ? `≈ ${meant.join(', ')}`.trim() : '';
  const folder = severalFolders ? finding.project.name : '';
  const by = agent === undefined ? whatIs(finding) : agentCalled(agent);
  const facts = [authorOf(finding), by, dateTime(ts), inDialog, folder, near];
  return facts.filter((fact) => fact !== '').join(' · ');
}

/** Whose a result of a hub is. */
function authorOf({ inHub }: FoundInProject): string {
  if (inHub === undefined) return '';
  return inHub.isMine ? l10n.t('you') : inHub.owner;
}

/** Who said a message; what else is in a hub by its kind, where that is not its name. */
function whatIs({ hit: { role, title }, inHub }: FoundInProject): string {
  if (inHub === undefined || inHub.kind === 'message') return roleName(role);
  const kind = kindInHub(inHub.kind);
  return title === kind ? '' : kind;
}

/** What a record is called that belongs to no dialog. */
export function kindInHub(kind: RecordKind): string {
  const names: Readonly<Record<RecordKind, string>> = {
    message: l10n.t('Message'),
    summary: l10n.t('Summary'),
    memory: l10n.t('Memory'),
    context: l10n.t('Context'),
    archive: l10n.t('Archive'),
    session: l10n.t('Session'),
    shared: l10n.t('Shared'),
  };
  return names[kind];
}

const roleIcons = { user: 'account', assistant: 'sparkle', summary: 'note', note: 'info' } as const;

/** The icon of who said something. */
export const roleIcon = (role: EntryRole): ThemeIcon => new ThemeIcon(roleIcons[role]);

/** What a role is called. */
export function roleName(role: EntryRole): string {
  const names = {
    user: l10n.t('User'),
    assistant: l10n.t('Assistant'),
    summary: l10n.t('Summary'),
    note: l10n.t('Note'),
  };
  return names[role];
}

/**
 * A snippet with signs around what matches. The editor lights up only what stands there exactly as it was typed, and
 * there is no other way to tell it what to light up: signs stand where it would not.
 */
export function withMarks(
  snippet: string,
  ranges: readonly (readonly [number, number])[],
  query: string,
): string {
  const typed = query.trim().toLowerCase();
  if (typed === '' || snippet.toLowerCase().includes(typed)) return snippet;
  let marked = '';
  let end = 0;
  for (const [from, to] of ranges) {
    marked += `${snippet.slice(end, from)}‹${snippet.slice(from, to)}›`;
    end = to;
  }
  return marked + snippet.slice(end);
}

/** A text in which `$(name)` is no icon. */
export const plain = (text: string): string => text.replaceAll(/\$\((?=[a-z0-9~-]+\))/gi, '\\$(');

/** A heading. */
export const separator = (label: string): SearchRow => ({ label, kind: QuickPickItemKind.Separator });

const moreItem = (): SearchRow => ({
  label: l10n.t('$(ellipsis) Show more'),
  alwaysShow: true,
  choice: { type: 'more' },
});

/** Values that can be given to the filter that is being typed; choosing a row types it. */
export function completionItems(completions: readonly QueryCompletion[]): SearchRow[] {
  if (completions.length === 0) return [];
  const rows = completions.map(({ filter, query, entries }): SearchRow => ({
    label: plain(filter),
    description: entries === undefined ? '' : l10n.t('{0} entries', number(entries)),
    iconPath: new ThemeIcon('filter'),
    alwaysShow: true,
    choice: { type: 'complete', query },
  }));
  return [separator(l10n.t('Filters')), ...rows];
}

/** A row that says why there are no results, and what to do about it. */
export const messageItem = (icon: string, label: string, detail: string): SearchRow => ({
  label: plain(label),
  detail: plain(detail),
  iconPath: new ThemeIcon(icon),
  alwaysShow: true,
});

const hubHelp = (): readonly (readonly [string, string])[] => [
  [hubFilter, l10n.t('in the hub: what you and colleagues sent there, also by author: and kind:memory')],
];

/** What can be typed; choosing a row types it. `hasHub` tells that there is a hub to search in. */
export function helpItems(hasHub: boolean): SearchRow[] {
  const rows: readonly (readonly [string, string])[] = [
    ['"exact phrase"', l10n.t('these words, in this order')],
    ['-word', l10n.t('without this word')],
    ['role:', l10n.t('what you wrote (role:user), what agents wrote (role:assistant), or summaries')],
    ['agent:', l10n.t('what this agent wrote')],
    ['dialog:', l10n.t('in this dialog')],
    ['tag:', l10n.t('with this tag')],
    ['source:', l10n.t('in dialogs, contexts, archives, sessions, memories or what is shared only')],
    ['author:', l10n.t('shared by this person')],
    ...(hasHub ? hubHelp() : []),
    [
      'since:7d',
      l10n.t('in the last seven days; also before:, after: and on:, with 2026-02-05, 2026-02, yesterday'),
    ],
    ['/fix(ed)?/', l10n.t('a regular expression')],
  ];
  const items = rows.map(([text, description]): SearchRow => ({
    label: text,
    description,
    alwaysShow: true,
    choice: { type: 'insert', text },
  }));
  return [separator(l10n.t('Enter keywords, or use any of these')), ...items];
}

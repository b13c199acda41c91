import { l10n, QuickPickItemKind, ThemeIcon, type QuickInputButton, type QuickPickItem } from 'vscode';
import type { EntryRole, SearchHit } from '../../find/search/types.ts';
import { agentNameOf } from '../../agents/agents.ts';
import { dateTime, number } from '../base/notices.ts';
import type { RecordKind } from '../hub/hubTypes.ts';
import { typeIcon, typeName } from '../memory/memoryTypes.ts';
import type { QueryCompletion } from './completions.ts';
import { findingKey, type FoundInProject, type Findings } from './findEverywhere.ts';
import { hubFilter } from './filters.ts';
import { grouped } from '../base/grouped.ts';
import { groupOf, leading, type ResultGroup } from './resultGroups.ts';

/** The effect of choosing a row. */
export type Choice =
  | { readonly type: 'open'; readonly finding: FoundInProject }
  /** Inserts text into the query. */
  | { readonly type: 'insert'; readonly text: string }
  /** Replaces the query. */
  | { readonly type: 'complete'; readonly query: string }
  /** Shows more results. */
  | { readonly type: 'more' }
  /** Keeps the results in the sidebar. */
  | { readonly type: 'keep' }
  /** Runs one of our commands. */
  | { readonly type: 'run'; readonly command: string };

/** A row of the list; without a choice, it is only text. */
export interface SearchRow extends QuickPickItem {
  readonly choice?: Choice;
}

/** Characters shown before a match: the rest of a row is cut at its end, which is near in a small window. */
const beforeMatch = 30;

/** Returns label and icon of a group. */
export function groupLook(group: ResultGroup): { readonly label: string; readonly icon: string } {
  switch (group) {
    case 'dialogs':
      return { label: l10n.t('Dialogs'), icon: 'comment-discussion' };
    case 'contexts':
      return { label: l10n.t('Context Snapshots'), icon: 'layers' };
    case 'archives':
      return { label: l10n.t('Kept sessions'), icon: 'archive' };
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
    case 'related':
      return { label: l10n.t('Related in meaning (≈)'), icon: 'circle-outline' };
  }
}

/** Creates the copy button of a result. */
export const copyButton = (): QuickInputButton => ({
  iconPath: new ThemeIcon('link'),
  tooltip: l10n.t('Copy Reference'),
});

/** Creates the fetch button of a hub's result. */
const fetchButton = (): QuickInputButton => ({
  iconPath: new ThemeIcon('cloud-download'),
  tooltip: l10n.t('Fetch to This Machine'),
});

/** Reports whether a result is in a colleague's dialog or archived session, which can be copied to this machine. */
export const isFetchable = ({ inHub, hit }: FoundInProject): boolean =>
  inHub !== undefined && !inHub.isMine && (hit.dialog !== undefined || inHub.session?.hasArchives === true);

/** Returns results by group, starting with the group of the best one, and ending with what is only related. */
export function resultItems(
  { findings, more }: Findings,
  query: string,
  severalFolders: boolean,
): SearchRow[] {
  const byGroup = grouped(findings, (finding) => [groupOf(finding)]);
  const last = ([group]: readonly [ResultGroup, unknown]): number => Number(group === 'related');
  const items = [...byGroup]
    .toSorted((a, b) => last(a) - last(b))
    .flatMap(([group, own]) => [
      separator(groupLook(group).label),
      ...own.map((finding) => resultItem(finding, query, severalFolders)),
    ]);
  return [...items, separator(''), ...(more ? [moreItem()] : []), keepItem()];
}

function resultItem(finding: FoundInProject, query: string, severalFolders: boolean): SearchRow {
  const { snippet, ranges } = finding.hit;
  const shown = leading(snippet, ranges, beforeMatch);
  return {
    label: plain(calledOf(finding)),
    description: plain(factsOf(finding, severalFolders)),
    detail: plain(withMarks(shown.text, shown.ranges, query)),
    iconPath: hitIcon(finding.hit),
    alwaysShow: true,
    buttons: isFetchable(finding) ? [fetchButton()] : finding.inHub ? [] : [copyButton()],
    choice: { type: 'open', finding },
  };
}

/** Returns the displayed name of a result's location: a context's id means nothing to people. */
export const calledOf = ({ hit: { title, name, dialog = '' } }: FoundInProject): string =>
  title === name && dialog !== '' ? dialog : title;

/** Describes author, time and location on one line. */
export function factsOf(finding: FoundInProject, severalFolders: boolean): string {
  const { dialog = '', agent, ts, meant } = finding.hit;
  const inDialog = calledOf(finding) === dialog ? '' : dialog;
  const near = meant ? `≈ ${meant.join(', ')}`.trim() : '';
  const folder = severalFolders ? finding.project.name : '';
  const by = agent === undefined ? whatIs(finding) : agentNameOf(agent);
  const facts = [authorOf(finding), by, dateTime(ts), inDialog, folder, near];
  return facts.filter((fact) => fact !== '').join(' · ');
}

/** Returns the sender of a hub's result. */
function authorOf({ inHub }: FoundInProject): string {
  if (inHub === undefined) return '';
  return inHub.isMine ? l10n.t('you') : inHub.owner;
}

/** Returns a message's role, a memory's type, or the kind of a hub's other records unless it is their name. */
function whatIs({ hit: { source, name, role, title }, inHub }: FoundInProject): string {
  if (inHub === undefined && source === 'memories') return typeName(name);
  if (inHub === undefined || inHub.kind === 'message') return roleName(role);
  const kind = kindInHub(inHub.kind);
  return title === kind ? '' : kind;
}

/** Returns the displayed name of records outside dialogs. */
export function kindInHub(kind: RecordKind): string {
  const names: Readonly<Record<RecordKind, string>> = {
    message: l10n.t('Message'),
    summary: l10n.t('Summary'),
    memory: l10n.t('Memory'),
    context: l10n.t('Context'),
    archive: l10n.t('Kept session'),
    session: l10n.t('Session'),
    shared: l10n.t('Shared'),
  };
  return names[kind];
}

const roleIcons = {
  user: 'account',
  assistant: 'sparkle',
  summary: 'note',
  note: 'info',
  files: 'files',
  errors: 'error',
} as const;

/** Returns the icon of a result: that of a memory's type, else of its role. */
export const hitIcon = ({ source, name, role }: SearchHit): ThemeIcon =>
  new ThemeIcon(source === 'memories' ? typeIcon(name) : roleIcons[role]);

/** Returns the displayed name of a role. */
function roleName(role: EntryRole): string {
  const names = {
    user: l10n.t('User'),
    assistant: l10n.t('Assistant'),
    summary: l10n.t('Summary'),
    note: l10n.t('Note'),
    files: l10n.t('Changed files'),
    errors: l10n.t('Errors'),
  };
  return names[role];
}

/**
 * Marks matches in a snippet with signs, where the editor would not highlight them: it highlights only text exactly
 * as typed, and cannot be given other ranges.
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

/** Escapes `$(name)`, which would become an icon. */
export const plain = (text: string): string => text.replaceAll(/\$\((?=[a-z0-9~-]+\))/gi, '\\$(');

/** Creates a heading. */
export const separator = (label: string): SearchRow => ({ label, kind: QuickPickItemKind.Separator });

const moreItem = (): SearchRow => ({
  label: l10n.t('$(ellipsis) Show more'),
  alwaysShow: true,
  choice: { type: 'more' },
});

const keepItem = (): SearchRow => ({
  label: l10n.t('$(list-tree) Keep Results in the Sidebar'),
  alwaysShow: true,
  choice: { type: 'keep' },
});

/** Returns rows of values for the filter being typed; choosing one inserts it. */
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

/** Creates a row that explains the lack of results and what to do. */
export const messageItem = (icon: string, label: string, detail: string): SearchRow => ({
  label: plain(label),
  detail: plain(detail),
  iconPath: new ThemeIcon(icon),
  alwaysShow: true,
});

const hubHelp = (): readonly (readonly [string, string])[] => [
  [hubFilter, l10n.t('in the hub: what you and colleagues sent there, also by author: and kind:memory')],
];

/** Returns help on the syntax; choosing a row inserts it. `hasHub` adds what applies to hubs. */
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

/** Identifies the result of a row; undefined for other rows. */
export const foundAt = (row: SearchRow | undefined): string | undefined =>
  row?.choice?.type === 'open' ? findingKey(row.choice.finding) : undefined;

import { l10n, QuickPickItemKind, ThemeIcon, type QuickInputButton, type QuickPickItem } from 'vscode';
import type { EntryRole, SourceKind } from '../../store/search/types.ts';
import { dateTime } from '../base/notices.ts';
import type { Finding, Findings } from './findEverywhere.ts';
import { grouped } from '../base/grouped.ts';

/** What choosing a row of the list does. */
export type Choice =
  | { readonly type: 'open'; readonly finding: Finding }
  /** Puts a text into the query. */
  | { readonly type: 'insert'; readonly text: string }
  /** Shows more results. */
  | { readonly type: 'more' };

/** A row of the list; one without a choice only says something. */
export interface SearchRow extends QuickPickItem {
  readonly choice?: Choice;
}

/** What each source is called, and its icon. */
export function sourceLook(source: SourceKind): { readonly label: string; readonly icon: string } {
  switch (source) {
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
  }
}

/** The button on a result. */
export const copyButton = (): QuickInputButton => ({
  iconPath: new ThemeIcon('link'),
  tooltip: l10n.t('Copy Reference'),
});

/** Results by source; the source with the best one first. */
export function resultItems(
  { findings, more }: Findings,
  query: string,
  severalFolders: boolean,
): SearchRow[] {
  const bySource = grouped(findings, ({ hit }) => [hit.source]);
  const items = [...bySource].flatMap(([source, group]) => [
    separator(sourceLook(source).label),
    ...group.map((finding) => resultItem(finding, query, severalFolders)),
  ]);
  return more ? [...items, separator(''), moreItem()] : items;
}

function resultItem(finding: Finding, query: string, severalFolders: boolean): SearchRow {
  const { hit, project } = finding;
  const { title, name, dialog = '', role, agent, ts, snippet, ranges } = hit;
  // The id of a context says nothing to a person.
  const called = title === name && dialog !== '' ? dialog : title;
  const inDialog = called === dialog ? '' : dialog;
  const facts = [agent ?? roleName(role), dateTime(ts), inDialog, severalFolders ? project.name : ''];
  return {
    label: plain(called),
    description: plain(facts.filter((fact) => fact !== '').join(' · ')),
    detail: plain(withMarks(snippet, ranges, query)),
    iconPath: new ThemeIcon(roleIcons[role]),
    alwaysShow: true,
    buttons: [copyButton()],
    choice: { type: 'open', finding },
  };
}

const roleIcons = { user: 'account', assistant: 'sparkle', summary: 'note', note: 'info' } as const;

function roleName(role: EntryRole): string {
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

const separator = (label: string): SearchRow => ({ label, kind: QuickPickItemKind.Separator });

const moreItem = (): SearchRow => ({
  label: l10n.t('$(ellipsis) Show more'),
  alwaysShow: true,
  choice: { type: 'more' },
});

/** A row that says why there are no results, and what to do about it. */
export const messageItem = (icon: string, label: string, detail: string): SearchRow => ({
  label: plain(label),
  detail: plain(detail),
  iconPath: new ThemeIcon(icon),
  alwaysShow: true,
});

/** What can be typed; choosing a row types it. */
export function helpItems(): SearchRow[] {
  const rows: readonly (readonly [string, string])[] = [
    ['"exact phrase"', l10n.t('these words, in this order')],
    ['-word', l10n.t('without this word')],
    ['role:user', l10n.t('what you wrote (role:assistant: what agents wrote)')],
    ['agent:claude', l10n.t('what this agent wrote')],
    ['dialog:name', l10n.t('in this dialog')],
    ['tag:name', l10n.t('in dialogs with this tag')],
    ['source:contexts', l10n.t('in dialogs, contexts, archives, sessions or memories only')],
    ['after:7d', l10n.t('in the last seven days; also before: and on:, with 2026-02-05, 2026-02, yesterday')],
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

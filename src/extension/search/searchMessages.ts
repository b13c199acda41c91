import { l10n } from 'vscode';
import { StoreError } from '../../disk/base/core.ts';
import { errorText, number } from '../base/notices.ts';
import type { Findings } from './findEverywhere.ts';
import { isNoHub } from './searchInHubs.ts';
import { messageItem, type SearchRow } from './searchItems.ts';

/** Describes the number of results; those that are only related are counted apart. */
export function titleOf(found: Findings): string {
  const { shown, total, related } = countsOf(found);
  const holding = found.more
    ? l10n.t('Search History: {0} of {1}', number(shown), number(total))
    : l10n.t('Search History: {0} found', number(shown));
  return [holding, ...related].join(' · ');
}

/** Returns how many results contain words of the query, here and altogether, and how many others are related. */
export function countsOf({ findings, total, related }: Findings): {
  readonly shown: number;
  readonly total: number;
  /** As text; empty for none. */
  readonly related: readonly string[];
} {
  return {
    shown: findings.filter(({ hit }) => !hit.related).length,
    total: total - related,
    related: related > 0 ? [l10n.t('≈ {0} related', number(related))] : [],
  };
}

/** Says that there is no history. */
export const nothingYet = (): SearchRow =>
  messageItem(
    'info',
    l10n.t('Nothing to search yet'),
    l10n.t('Ask an agent to save to the history, or keep a session in the Sessions view.'),
  );

/** Says that a query found nothing. */
export const nothingFound = (query: string): SearchRow =>
  messageItem(
    'search-stop',
    l10n.t('Nothing found for {0}', query),
    l10n.t('Try fewer words or remove filters. Select ? for syntax.'),
  );

/** Says that more results will follow. */
export const readingItem = (sessions: number): SearchRow =>
  messageItem('loading~spin', l10n.t('Reading {0} more sessions…', number(sessions)), '');

/** Says what could not be searched. */
export const noteItem = (note: string): SearchRow => messageItem('info', note, '');

/** Explains how to set up a hub. */
export const howToSetUp = (): string =>
  l10n.t('“History: Set Up Hub…” joins a PostgreSQL database that you or your team use.');

/** Says that there is no hub; choosing it sets one up. */
const noHubItem = (): SearchRow => ({
  ...messageItem('cloud', l10n.t('No hub is set up for this folder.'), howToSetUp()),
  choice: { type: 'run', command: 'historyStore.setUpHub' },
});

/** Shows an invalid query in the list, since it may be incomplete. */
export function problemItem(error: unknown): SearchRow {
  if (isNoHub(error)) return noHubItem();
  const isQuery = error instanceof StoreError && error.code === 'invalid_argument';
  const label = isQuery ? l10n.t('Invalid search') : l10n.t('The search failed');
  return messageItem('warning', label, isQuery ? error.message : errorText(error));
}

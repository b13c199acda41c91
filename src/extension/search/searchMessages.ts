import { l10n } from 'vscode';
import { StoreError } from '../../store/base/core.ts';
import { errorText, number } from '../base/notices.ts';
import type { Findings } from './findEverywhere.ts';
import { isNoHub } from './searchInHubs.ts';
import { messageItem, type SearchRow } from './searchItems.ts';

/** How much was found. */
export const titleOf = ({ findings, total, more }: Findings): string =>
  more
    ? l10n.t('Search History: {0} of {1}', number(findings.length), number(total))
    : l10n.t('Search History: {0} found', number(findings.length));

/** That there is no history. */
export const nothingYet = (): SearchRow =>
  messageItem(
    'info',
    l10n.t('Nothing to search yet'),
    l10n.t('Ask an agent to save to the history, or import a session from the Sessions view.'),
  );

/** That a query found nothing. */
export const nothingFound = (query: string): SearchRow =>
  messageItem(
    'search-stop',
    l10n.t('Nothing found for {0}', query),
    l10n.t('Try fewer words or remove filters. Select ? for syntax.'),
  );

/** That more will come. */
export const readingItem = (sessions: number): SearchRow =>
  messageItem('loading~spin', l10n.t('Reading {0} more sessions…', number(sessions)), '');

/** What could not be searched. */
export const noteItem = (note: string): SearchRow => messageItem('info', note, '');

/** What whoever has no hub can do. */
export const howToSetUp = (): string =>
  l10n.t('“History: Set Up Hub…” joins a PostgreSQL database that you or your team use.');

/** That there is no hub; choosing it sets one up. */
const noHubItem = (): SearchRow => ({
  ...messageItem('cloud', l10n.t('No hub is set up for this folder.'), howToSetUp()),
  choice: { type: 'run', command: 'historyStore.setUpHub' },
});

/** A query that cannot be read is told in the list: it may not be typed to its end. */
export function problemItem(error: unknown): SearchRow {
  if (isNoHub(error)) return noHubItem();
  const isQuery = error instanceof StoreError && error.code === 'invalid_argument';
  const label = isQuery ? l10n.t('Invalid search') : l10n.t('The search failed');
  return messageItem('warning', label, isQuery ? error.message : errorText(error));
}

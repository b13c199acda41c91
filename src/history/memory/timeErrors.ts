import { StoreError } from '../../disk/base/core.ts';

const examples =
  'such as "2 hours ago", "last monday", "past 3 days", "since 2026-01-15", "between March 3 and March 9", "昨天", "上周"';

/** The error for a query without a time. */
export const noTimeIn = (query: string): StoreError =>
  refuse(`No time was understood in ${shown(query)}: say it ${examples}, or search without one.`, 'query');

/** The error for an invalid time. */
export const noTimeRange = (text: string): StoreError =>
  refuse(`${shown(text)} is not a time that can be read: give one ${examples}.`, 'when');

const refuse = (message: string, argument: string): StoreError =>
  new StoreError('invalid_argument', message, { arguments: [argument] });

const shown = (text: string): string => JSON.stringify(text.slice(0, 200));

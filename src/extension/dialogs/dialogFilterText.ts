import { l10n } from 'vscode';
import type { DialogFilter } from './dialogOrder.ts';

/** What a filter of dialogs lets through, in a few words; empty where that is all. */
export const filterText = ({ text, tag, agent, due }: DialogFilter): string =>
  [
    text !== '' && `“${text}”`,
    tag !== undefined && `#${tag}`,
    agent,
    due === true && l10n.t('needs compaction'),
  ]
    .filter((part) => typeof part === 'string')
    .join(' · ');

import { l10n } from 'vscode';
import type { HistoryMode } from '../../disk/files/historySwitch.ts';

/** Returns the name of a mode. */
export function modeLabel(mode: HistoryMode): string {
  const labels: Readonly<Record<HistoryMode, string>> = {
    off: l10n.t('Off'),
    keep: l10n.t('Keep Only'),
    return: l10n.t('Keep and Return'),
  };
  return labels[mode];
}

/** Returns what programs do in a mode. */
export function modeMeaning(mode: HistoryMode): string {
  const meanings: Readonly<Record<HistoryMode, string>> = {
    off: l10n.t('History is off here: nothing is read, saved or given to agents.'),
    keep: l10n.t('History is kept here, and given to agents only when they ask.'),
    return: l10n.t('History is kept here, and agents get a brief as your settings say.'),
  };
  return meanings[mode];
}

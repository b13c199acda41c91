import { l10n, ThemeIcon, version, type QuickInputButton } from 'vscode';
import { filterOf } from './filters.ts';

/** A button in the title that toggles a filter of the query. */
export interface FilterButton extends QuickInputButton {
  /** The filter it adds, whose value is still to be chosen. */
  readonly filter: string;
  /** The part of the query it removes, if present. */
  readonly on: string | undefined;
  /** How editors since 1.109 show that it is on. */
  readonly toggle?: { readonly checked: boolean };
}

/** Whether the editor supports toggled buttons. Older ones reject the property. */
const showsToggles = ((): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 1 || minor >= 109;
})();

/** Returns the buttons for a query: source, author and time. Other filters are completed while typing. */
export const filterButtons = (query: string): FilterButton[] =>
  filters().map(({ icon, tooltip, filter, keys }) => {
    const on = filterOf(query, keys);
    const isOn = on !== undefined;
    return {
      iconPath: new ThemeIcon(isOn && !showsToggles ? 'pass-filled' : icon),
      tooltip: isOn ? l10n.t('{0} (on)', tooltip) : tooltip,
      filter,
      on,
      ...(showsToggles && { toggle: { checked: isOn } }),
    };
  });

interface Filter {
  readonly icon: string;
  readonly tooltip: string;
  readonly filter: string;
  /** Filters that it removes. */
  readonly keys: readonly string[];
}

const filters = (): readonly Filter[] => [
  { icon: 'layers', tooltip: l10n.t('Only in…'), filter: 'source:', keys: ['source', 'dialog'] },
  { icon: 'account', tooltip: l10n.t('Only from…'), filter: 'role:', keys: ['role', 'agent', 'author'] },
  {
    icon: 'calendar',
    tooltip: l10n.t('Only since…'),
    filter: 'since:',
    keys: ['since', 'after', 'before', 'on'],
  },
];

/** Reports whether a button of the list is one of a filter. */
export const isFilterButton = (button: QuickInputButton): button is FilterButton => 'filter' in button;

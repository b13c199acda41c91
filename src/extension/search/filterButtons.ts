import { l10n, ThemeIcon, version, type QuickInputButton } from 'vscode';
import { filterOf, hasFilter, nameFilter } from './filters.ts';
import { filterOfGroup, resultGroups } from './resultGroups.ts';
import { groupLook } from './searchItems.ts';

/** A button in the title that turns a filter of the query on and off. */
export interface FilterButton extends QuickInputButton {
  /** What it puts into the query: a filter, or with a colon at its end one whose value is to be chosen. */
  readonly filter: string;
  /** What of the query it takes out, where that has it. */
  readonly on: string | undefined;
  /** How editors since 1.109 show that it is on. */
  readonly toggle?: { readonly checked: boolean };
}

/** Whether the editor can show a button that is pressed. Older ones refuse the property to extensions. */
const showsToggles = ((): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 1 || minor >= 109;
})();

interface Filter {
  readonly icon: string;
  readonly tooltip: string;
  readonly filter: string;
  /** Filters with other values that it takes out as well. */
  readonly keys?: readonly string[];
}

/** What buttons are for. */
export interface Filterable {
  /** The one in the active pane. */
  readonly dialog: string | undefined;
  /** Whether there is a hub to search in. */
  readonly hasHub: boolean;
}

/** The buttons for a query. */
export function filterButtons(query: string, filterable: Filterable): FilterButton[] {
  return filters(filterable).map(({ icon, tooltip, filter, keys }) => {
    const on = hasFilter(query, filter) ? filter : keys && filterOf(query, keys);
    const isOn = on !== undefined;
    return {
      iconPath: new ThemeIcon(isOn && !showsToggles ? 'pass-filled' : icon),
      tooltip: isOn ? l10n.t('{0} (on)', tooltip) : tooltip,
      filter,
      on,
      ...(showsToggles && { toggle: { checked: isOn } }),
    };
  });
}

function filters({ dialog, hasHub }: Filterable): Filter[] {
  const groups = resultGroups
    .filter((group) => group !== 'hub' || hasHub)
    .map((group) => {
      const { label, icon } = groupLook(group);
      return { icon, tooltip: l10n.t('Only in: {0}', label), filter: filterOfGroup(group) };
    });
  const here = dialog === undefined ? [] : [hereFilter(dialog)];
  return [
    ...groups,
    { icon: 'account', tooltip: l10n.t('Only what you wrote'), filter: 'role:user' },
    { icon: 'sparkle', tooltip: l10n.t('Only what agents wrote'), filter: 'role:assistant' },
    { icon: 'robot', tooltip: l10n.t('Only from an agent…'), filter: 'agent:', keys: ['agent'] },
    ...here,
    {
      icon: 'calendar',
      tooltip: l10n.t('Only since…'),
      filter: 'since:',
      keys: ['since', 'after', 'before', 'on'],
    },
  ];
}

const hereFilter = (dialog: string): Filter => ({
  icon: 'target',
  tooltip: l10n.t('Only in the dialog “{0}”', dialog),
  filter: nameFilter('dialog', dialog),
});

import type { JSX } from 'preact';
import { isFiltered, toggled, usualKinds, type MessageKind } from '../../protocol/messageKinds.ts';
import { useContent } from '../base/content.tsx';
import { MenuButton } from '../base/menu.tsx';
import { Empty } from '../base/notices.tsx';

interface FilterProps {
  readonly kinds: readonly MessageKind[];
  readonly onFilter: (kinds: readonly MessageKind[]) => void;
}

/** Menu of the kinds of messages shown. */
export function FilterMenu({
  kinds,
  offered,
  onFilter,
}: FilterProps & { offered: readonly MessageKind[] }): JSX.Element {
  const { strings } = useContent();
  const labels: Readonly<Record<MessageKind, string>> = {
    user: strings.user,
    assistant: strings.assistant,
    tools: strings.toolCalls,
    thoughts: strings.thoughts,
    notices: strings.notices,
  };
  const filtered = isFiltered(kinds);
  return (
    <MenuButton
      icon={filtered ? 'filter-filled' : 'filter'}
      label={strings.filter}
      marked={filtered}
      items={offered.map((kind) => ({
        label: labels[kind],
        checked: kinds.includes(kind),
        run: () => onFilter(toggled(kinds, kind)),
      }))}
    />
  );
}

/** Notes that some messages are hidden, with a button to show all; nothing otherwise. */
export function FilterNote({ kinds, onFilter }: FilterProps): JSX.Element | null {
  const { strings } = useContent();
  if (!isFiltered(kinds)) return null;
  return (
    <p class="filter-note">
      {strings.filtered}{' '}
      <button type="button" class="link-button" onClick={() => onFilter(usualKinds)}>
        {strings.showAll}
      </button>
    </p>
  );
}

/** Placeholder for a list without messages that match the filter. */
export const NothingShown = (): JSX.Element => (
  <Empty icon="filter" title={useContent().strings.nothingShown} />
);

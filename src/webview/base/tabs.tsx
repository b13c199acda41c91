import type { JSX, TargetedKeyboardEvent } from 'preact';
import { useRef } from 'preact/hooks';

/** Label and tooltip of each tab. */
export type TabTexts<Tab extends string> = Readonly<Record<Tab, readonly [string, string]>>;

/** Returns the id of the tab that controls the element `panel`. */
export const tabId = (panel: string, tab: string): string => `${panel}-${tab}`;

interface TabsProps<Tab extends string> {
  readonly label: string;
  /** Id of the element whose content the tabs switch. */
  readonly panel: string;
  readonly all: readonly Tab[];
  readonly texts: TabTexts<Tab>;
  readonly chosen: Tab;
  readonly onChoose: (tab: Tab) => void;
}

/** Tabs; arrow keys, Home and End move between them, as in the editor. */
export function Tabs<Tab extends string>({
  label,
  panel,
  all,
  texts,
  chosen,
  onChoose,
}: TabsProps<Tab>): JSX.Element {
  const tabs = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const target = targetOf(event.key, { all, chosen });
    if (target === undefined) return;
    event.preventDefault();
    onChoose(target);
    tabs.current?.querySelector<HTMLElement>(`#${tabId(panel, target)}`)?.focus();
  };
  return (
    <div ref={tabs} class="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {all.map((each) => (
        <button
          key={each}
          type="button"
          id={tabId(panel, each)}
          class="tab"
          role="tab"
          title={texts[each][1]}
          aria-selected={each === chosen}
          aria-controls={panel}
          tabIndex={each === chosen ? 0 : -1}
          data-text={texts[each][0]}
          onClick={() => onChoose(each)}
        >
          {texts[each][0]}
        </button>
      ))}
    </div>
  );
}

function targetOf<Tab extends string>(
  key: string,
  { all, chosen }: Pick<TabsProps<Tab>, 'all' | 'chosen'>,
): Tab | undefined {
  const { length } = all;
  const at = all.indexOf(chosen);
  if (key === 'ArrowRight') return all[(at + 1) % length];
  if (key === 'ArrowLeft') return all[(at + length - 1) % length];
  if (key === 'Home') return all[0];
  return key === 'End' ? all[length - 1] : undefined;
}

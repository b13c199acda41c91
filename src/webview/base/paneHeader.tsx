import type { ComponentChildren, JSX } from 'preact';
import { useContent } from './content.tsx';
import { MenuButton, type MenuItem } from './menu.tsx';

interface PaneHeaderProps {
  readonly title: string;
  /** Beside the title. */
  readonly actions: ComponentChildren;
  /** In small windows it goes while one reads, and comes back with the pointer or the focus. */
  readonly children: ComponentChildren;
}

/** What stands above the content of a pane. */
export function PaneHeader({ title, actions, children }: PaneHeaderProps): JSX.Element {
  return (
    <header class="header">
      <div class="title-row">
        <h1 class="name" title={title}>
          {title}
        </h1>
        {actions}
      </div>
      <div class="header-more">{children}</div>
    </header>
  );
}

interface PaneActionsProps {
  readonly label: string;
  /** What the pane is opened for most often. */
  readonly main?: MenuItem | undefined;
  /** Buttons that change what is seen. */
  readonly children?: ComponentChildren;
  /** Everything else. */
  readonly more: readonly MenuItem[];
}

/** What can be done with what a pane shows: one action with its name, the rest in a menu. */
export function PaneActions({ label, main, children, more }: PaneActionsProps): JSX.Element {
  const { strings } = useContent();
  return (
    <div class="actions" role="group" aria-label={label}>
      {main && (
        <button type="button" class="button" onClick={main.run}>
          {main.label}
        </button>
      )}
      {children}
      <MenuButton label={strings.moreActions} items={more} />
    </div>
  );
}

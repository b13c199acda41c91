import type { ComponentChildren, JSX } from 'preact';
import { useContent } from './content.tsx';
import { MenuButton, type MenuItem } from './menu.tsx';
import { GoneNotice } from './notices.tsx';

interface PaneHeaderProps {
  readonly title: string;
  /** Beside the title; hidden if what is shown was deleted. */
  readonly actions: ComponentChildren;
  /** Whether there are messages to go to. */
  readonly hasMessages?: boolean;
  /** In small windows, hidden while the user reads, and shown on hover or focus. */
  readonly children: ComponentChildren;
}

/** Header of a pane. It says if what is shown was deleted. */
export function PaneHeader({ title, actions, hasMessages = false, children }: PaneHeaderProps): JSX.Element {
  const { gone, strings } = useContent();
  return (
    <header class="header">
      {hasMessages && (
        <button type="button" class="button skip" onClick={goToMessages}>
          {strings.toMessages}
        </button>
      )}
      <div class="title-row">
        <h1 class="name" title={title}>
          {gone === undefined ? title : <s>{title}</s>}
        </h1>
        {gone === undefined && actions}
      </div>
      <GoneNotice />
      <div class="header-more">{children}</div>
    </header>
  );
}

/** Focuses the message that Tab reaches, past everything above the messages. */
function goToMessages(): void {
  const feed = document.querySelector<HTMLElement>('[role="feed"]');
  (feed?.querySelector<HTMLElement>('article[tabindex="0"]') ?? feed)?.focus();
}

interface PaneActionsProps {
  readonly label: string;
  /** The most frequent action of the pane. */
  readonly main?: MenuItem | undefined;
  /** Buttons that change the view. */
  readonly children?: ComponentChildren;
  /** All other actions. */
  readonly more: readonly MenuItem[];
}

/** Actions of a pane: the main one as a button with its name, the rest in a menu. */
export function PaneActions({ label, main, children, more }: PaneActionsProps): JSX.Element {
  const { strings } = useContent();
  return (
    <div class="actions" role="toolbar" aria-label={label} data-one-stop>
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

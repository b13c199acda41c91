import type { ComponentChildren, JSX } from 'preact';

interface EmptyProps {
  /** Name of a codicon. */
  readonly icon: string;
  readonly title: string;
  /** What may be done about it. */
  readonly children?: ComponentChildren;
}

/** Stands where there is nothing to show. */
export function Empty({ icon, title, children }: EmptyProps): JSX.Element {
  return (
    <div class="empty">
      <span class={`codicon codicon-${icon}`} aria-hidden="true" />
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}

import type { ComponentChildren, JSX } from 'preact';
import { useUniqueId } from './uniqueId.ts';

interface PanelProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Beside the title. */
  readonly aside?: ComponentChildren;
  readonly class?: string;
}

/** A titled section of a pane. */
export function Panel({ title, children, aside, class: name = '' }: PanelProps): JSX.Element {
  const id = useUniqueId();
  return (
    <section class={`panel ${name}`} aria-labelledby={id}>
      <div class="panel-head">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

import type { ComponentChildren, JSX } from 'preact';
import { useContent } from '../base/contentContext.ts';
import { fill } from '../../protocol/format.ts';
import { estimatedHeight } from './useVirtualizer.ts';

interface RowProps {
  readonly position: number;
  readonly total: number;
  /** Both undefined until the extension has sent the message. */
  readonly label: string | undefined;
  readonly kind: string | undefined;
  /** Index within the laid out segment and distance of the row from its top, in pixels. */
  readonly index: number;
  readonly top: number;
  /** Whether Tab reaches this message. */
  readonly active: boolean;
  readonly flash: boolean;
  readonly measure: (element: HTMLElement | null) => void;
  readonly children: ComponentChildren;
}

/** A message at its place in a list, or a skeleton of it. */
export function ListRow(props: RowProps): JSX.Element {
  const { position, total, label, kind, index, top, active, flash, measure, children } = props;
  const { strings, format } = useContent();
  return (
    <article
      ref={measure}
      class={`message message-${kind ?? 'skeleton'}${flash ? ' message-flash' : ''}`}
      style={{ transform: `translateY(${top}px)` }}
      data-index={index}
      data-position={position}
      aria-label={label ?? fill(strings.loadingMessage, format.count(position + 1))}
      aria-posinset={position + 1}
      aria-setsize={total}
      aria-busy={kind === undefined}
      tabIndex={active ? 0 : -1}
    >
      {kind === undefined ? <Skeleton /> : children}
    </article>
  );
}

function Skeleton(): JSX.Element {
  return (
    <div class="skeleton" style={{ height: `${estimatedHeight - 16}px` }} aria-hidden="true">
      <span class="skeleton-line" />
      <span class="skeleton-line" />
      <span class="skeleton-line" />
    </div>
  );
}

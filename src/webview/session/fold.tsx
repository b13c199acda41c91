import type { ComponentChildren, JSX } from 'preact';
import { useSessionView } from './sessionServices.ts';

interface FoldProps {
  /** Key under which the model remembers whether it is open. */
  readonly id: string;
  /** Whether it is open until the user opens or closes it. */
  readonly open: boolean;
  /** Classes of its element. */
  readonly kind: string;
  readonly head: ComponentChildren;
  readonly onFold: (open: boolean) => void;
  /** Rendered only while open. */
  readonly children: () => ComponentChildren;
}

/** A collapsible element whose state is remembered when its row leaves the page. */
export function Fold({ id, open: usual, kind, head, onFold, children }: FoldProps): JSX.Element {
  const { folds } = useSessionView();
  const open = folds.get(id) ?? usual;
  return (
    <details
      class={kind}
      open={open}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open === open) return;
        folds.set(id, currentTarget.open);
        onFold(currentTarget.open);
      }}
    >
      <summary>{head}</summary>
      {open && children()}
    </details>
  );
}

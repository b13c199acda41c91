import type { ComponentChildren, JSX } from 'preact';
import { useMarks } from './findMarks.ts';

interface MarkedProps {
  /** Empty for nothing. */
  readonly query: string;
  /** The reader was taken to this part. */
  readonly current: boolean;
  readonly children: ComponentChildren;
}

/** A part of the page in which what is looked for is lit up. */
export function Marked({ query, current, children }: MarkedProps): JSX.Element {
  return <div ref={useMarks(query, current)}>{children}</div>;
}

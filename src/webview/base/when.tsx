import type { JSX } from 'preact';
import { useContent } from './contentContext.ts';
import { fill } from '../../protocol/format.ts';
import { useNow } from './useNow.ts';

interface WhenProps {
  /** Milliseconds since 1970-01-01 UTC. */
  readonly ts: number;
  /** What is said of it; `{0}` stands for how long ago it was. */
  readonly text: string;
  /** What a tooltip adds; `{0}` stands for the day and time. */
  readonly hint: string;
  /** Another line of the tooltip; empty for none. */
  readonly more?: string;
}

/** When something happened, as long ago as it is now. */
export function When({ ts, text, hint, more = '' }: WhenProps): JSX.Element {
  const { format } = useContent();
  const now = useNow();
  const lines = [fill(hint, format.dateTime(ts)), ...(more === '' ? [] : [more])];
  return <span title={lines.join('\n')}>{fill(text, format.relative(ts, now))}</span>;
}

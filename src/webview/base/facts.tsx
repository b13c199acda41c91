import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { fill } from '../../protocol/format.ts';
import type { Fullness } from '../../protocol/fullness.ts';
import { useContent } from './content.tsx';

interface WhenProps {
  /** Milliseconds since 1970-01-01 UTC. */
  readonly ts: number;
  /** The text, with `{0}` for the time since then. */
  readonly text: string;
  /** The tooltip, with `{0}` for the day and time. */
  readonly hint: string;
  /** Another line of the tooltip; empty for none. */
  readonly more?: string;
}

/** A relative time, kept up to date. */
export function When({ ts, text, hint, more = '' }: WhenProps): JSX.Element {
  const { format } = useContent();
  const now = useNow();
  const lines = [fill(hint, format.dateTime(ts)), ...(more === '' ? [] : [more])];
  return <span title={lines.join('\n')}>{fill(text, format.relative(ts, now))}</span>;
}

/** Returns the current time, updated every half minute to keep relative times correct. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

interface MeterProps {
  readonly title: string;
  /** 1 is full, more exceeds the limit. */
  readonly value: number;
  readonly level: Fullness['level'];
  /** The numbers, abbreviated. */
  readonly text: string;
  /** The full description for the tooltip and screen readers. */
  readonly detail: string;
}

/** How full something is, as a bar with its numbers. */
export function Meter({ title, value, level, text, detail }: MeterProps): JSX.Element {
  const { format } = useContent();
  return (
    <div class={`gauge gauge-${level}`} title={detail}>
      <span class="gauge-title">{title}</span>
      <div
        class="gauge-bar"
        role="meter"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.min(100, Math.round(value * 100))}
        aria-valuetext={`${format.fullness(value)}. ${detail}`}
      >
        <div class="gauge-fill" style={{ width: `${Math.min(100, value * 100)}%` }} />
      </div>
      <span class="gauge-text">{text}</span>
    </div>
  );
}

interface ProgressProps {
  readonly title: string;
  readonly ended: number;
  readonly all: number;
  /** The progress as text. */
  readonly text: string;
}

/** Progress of an operation. */
export function Progress({ title, ended, all, text }: ProgressProps): JSX.Element {
  return (
    <div class="gauge">
      <span class="gauge-title">{title}</span>
      <div
        class="gauge-bar"
        role="progressbar"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={all}
        aria-valuenow={ended}
        aria-valuetext={text}
      >
        <div class="gauge-fill" style={{ width: `${(100 * ended) / Math.max(1, all)}%` }} />
      </div>
      <span class="gauge-text">{text}</span>
    </div>
  );
}

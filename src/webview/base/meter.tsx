import type { JSX } from 'preact';
import { useContent } from './contentContext.ts';
import type { FullnessLevel } from '../../protocol/fullness.ts';

interface MeterProps {
  readonly title: string;
  /** 1 is full, more is over it. */
  readonly value: number;
  readonly level: FullnessLevel;
  /** The numbers, short. */
  readonly text: string;
  /** All of it, for a tooltip and for screen readers. */
  readonly detail: string;
}

/** How full something is, as a bar with the numbers beside it. */
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
        aria-valuetext={`${format.percent(value)}. ${detail}`}
      >
        <div class="gauge-fill" style={{ width: `${Math.min(100, value * 100)}%` }} />
      </div>
      <span class="gauge-text">{text}</span>
    </div>
  );
}

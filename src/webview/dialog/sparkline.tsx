import type { JSX, TargetedMouseEvent } from 'preact';
import { sparklineBars, sparklineSize } from './sparklineBars.ts';

const { width, height } = sparklineSize;

interface SparklineProps {
  readonly values: readonly number[];
  readonly label: string;
  readonly hint: string;
  /** Goes to a share of the time between 0 and 1, or, undefined, asks for a day. */
  readonly goTo: (share: number | undefined) => void;
}

/** A dialog's activity over time, which leads to any of it; nothing if there is too little to draw. */
export function Sparkline({ values, label, hint, goTo }: SparklineProps): JSX.Element | null {
  if (values.length < 2 || values.every((value) => value === 0)) return null;
  const onClick = (event: TargetedMouseEvent<HTMLButtonElement>): void => {
    const { left, width: wide } = event.currentTarget.getBoundingClientRect();
    goTo(event.detail === 0 ? undefined : (event.clientX - left) / wide); // 0: with the keyboard
  };
  return (
    <button
      type="button"
      class="sparkline-button"
      aria-label={`${label}. ${hint}`}
      title={label}
      onClick={onClick}
    >
      <svg class="sparkline" aria-hidden="true" viewBox={`0 0 ${width} ${height}`}>
        <rect class="sparkline-base" x={0} y={height - 0.5} width={width} height={0.5} />
        {sparklineBars(values).map((bar) => (
          <rect key={bar.x} class="sparkline-bar" {...bar} />
        ))}
      </svg>
    </button>
  );
}

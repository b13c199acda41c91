import type { JSX } from 'preact';
import { sparklineBars, sparklineSize } from './sparklineBars.ts';

const { width, height } = sparklineSize;

/** The activity of a dialog over time; nothing where there is too little to draw. */
export function Sparkline({
  values,
  label,
}: {
  values: readonly number[];
  label: string;
}): JSX.Element | null {
  if (values.length < 2 || values.every((value) => value === 0)) return null;
  return (
    <svg class="sparkline" role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`}>
      <title>{label}</title>
      <rect class="sparkline-base" x={0} y={height - 0.5} width={width} height={0.5} />
      {sparklineBars(values).map((bar) => (
        <rect key={bar.x} class="sparkline-bar" {...bar} />
      ))}
    </svg>
  );
}

import type { JSX } from 'preact';
import { sparklinePoints, sparklineSize } from './sparklinePoints.ts';

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
  const points = sparklinePoints(values);
  return (
    <svg class="sparkline" role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`}>
      <title>{label}</title>
      <polygon class="sparkline-area" points={`0,${height} ${points} ${width},${height}`} />
      <polyline class="sparkline-line" points={points} />
    </svg>
  );
}

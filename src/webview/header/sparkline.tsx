import type { JSX } from 'preact';

const width = 96;
const height = 20;

/** Points of an area that shows the values from left to right, the greatest touching the top. */
export function sparklinePoints(values: readonly number[]): string {
  const most = Math.max(1, ...values);
  const step = width / Math.max(1, values.length - 1);
  const points = values.map(
    (value, index) => `${round(index * step)},${round(height - 1 - (value / most) * (height - 3))}`,
  );
  return points.join(' ');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

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

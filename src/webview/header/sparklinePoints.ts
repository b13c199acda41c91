/** The size of the picture, in its own units. */
export const sparklineSize = { width: 96, height: 20 } as const;

const { width, height } = sparklineSize;

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

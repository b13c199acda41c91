/** Size of the picture, in its own units. */
export const sparklineSize = { width: 96, height: 20 } as const;

const gap = 0.5;
/** Keeps a single message among thousands visible. */
const minHeight = 1.5;

interface Bar {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Returns a bar for each value except 0, left to right, the largest having full height. */
export function sparklineBars(values: readonly number[]): readonly Bar[] {
  const most = Math.max(1, ...values);
  const step = sparklineSize.width / Math.max(1, values.length);
  return values.flatMap((value, index) => {
    if (value <= 0) return [];
    const height = Math.max(minHeight, (value / most) * sparklineSize.height);
    return [{ x: index * step, y: sparklineSize.height - height, width: step - gap, height }];
  });
}

/** The size of the picture, in its own units. */
export const sparklineSize = { width: 96, height: 20 } as const;

const gap = 0.5;
/** So that a single message among thousands still shows. */
const leastHeight = 1.5;

interface Bar {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A bar for each value that is not 0, from left to right, the greatest as high as the picture. */
export function sparklineBars(values: readonly number[]): readonly Bar[] {
  const most = Math.max(1, ...values);
  const step = sparklineSize.width / Math.max(1, values.length);
  return values.flatMap((value, index) => {
    if (value <= 0) return [];
    const height = Math.max(leastHeight, (value / most) * sparklineSize.height);
    return [{ x: index * step, y: sparklineSize.height - height, width: step - gap, height }];
  });
}

import { scaleBand, scaleLinear } from 'd3-scale';
import type { JSX, RefObject } from 'preact';
import { useRef, useLayoutEffect, useState } from 'preact/hooks';

/** A bar with its key and height. */
export interface Bar {
  readonly key: string;
  readonly value: number;
  /** Full description. */
  readonly detail: string;
}

interface BarChartProps {
  readonly bars: readonly Bar[];
  /** Description for screen readers; a table contains the figures. */
  readonly label: string;
  readonly axis: (value: number) => string;
  /** Returns the labels of the first, middle and last bar. */
  readonly name: (key: string) => string;
  readonly onChoose?: (key: string) => void;
}

/** Width until the page has measured it. Pixels, like everything in the picture, so that text has its usual size. */
const defaultWidth = 720;
const height = 160;
const margin = { top: 8, right: 4, bottom: 20 };
/** Approximate width of a character of the axis. */
const characterWidth = 6.5;

/** A bar chart with an axis of round numbers. */
export function BarChart({ bars, label, axis, name, onChoose }: BarChartProps): JSX.Element {
  const picture = useRef<SVGSVGElement>(null);
  const width = useWidth(picture, defaultWidth);
  const most = Math.max(...bars.map(({ value }) => value), 0);
  const y = scaleLinear([0, most === 0 ? 1 : most], [height - margin.bottom, margin.top]).nice(4);
  const ticks = y.ticks(4).map((tick) => ({ place: y(tick), text: axis(tick) }));
  const left = 10 + characterWidth * Math.max(...ticks.map(({ text }) => text.length));
  const x = scaleBand(
    bars.map(({ key }) => key),
    [left, width - margin.right],
  ).paddingInner(0.2);
  const named = [...new Set([0, Math.floor((bars.length - 1) / 2), bars.length - 1])];
  return (
    <svg ref={picture} class="chart" role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`}>
      {ticks.map(({ place, text }) => (
        <g key={place}>
          <line class="chart-grid" x1={left} x2={width - margin.right} y1={place} y2={place} />
          <text class="chart-text" x={left - 6} y={place + 4} text-anchor="end">
            {text}
          </text>
        </g>
      ))}
      {bars.map(({ key, value, detail }) => (
        <g
          key={key}
          class={onChoose ? 'chart-choice' : undefined}
          onClick={onChoose && (() => onChoose(key))}
        >
          <title>{detail}</title>
          <rect
            class="chart-hit"
            x={x(key)}
            y={margin.top}
            width={x.bandwidth()}
            height={height - margin.top - margin.bottom}
          />
          <rect
            class="chart-bar"
            x={x(key)}
            y={y(value)}
            width={x.bandwidth()}
            height={Math.max(0, y(0) - y(value))}
          />
        </g>
      ))}
      {named.map((at, place) => (
        <text
          key={at}
          class="chart-text"
          x={(x(bars[at]?.key ?? '') ?? 0) + x.bandwidth() / 2}
          y={height - 4}
          text-anchor={anchors(named.length)[place]}
        >
          {name(bars[at]?.key ?? '')}
        </text>
      ))}
    </svg>
  );
}

const anchors = (count: number): readonly ('start' | 'middle' | 'end')[] =>
  count === 1 ? ['middle'] : count === 2 ? ['start', 'end'] : ['start', 'middle', 'end'];

/** Returns the width of an element in pixels, updated when it changes; `before` until it is mounted. */
export function useWidth(element: RefObject<Element | null>, before: number): number {
  const [width, setWidth] = useState(before);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const measure = () => {
      const shown = Math.round(current.getBoundingClientRect().width);
      if (shown > 0) setWidth(shown);
    };
    const watching = new ResizeObserver(measure);
    watching.observe(current);
    measure();
    return () => watching.disconnect();
  }, [element]);
  return width;
}

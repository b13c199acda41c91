import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core';
import { useLayoutEffect, useReducer, useState } from 'preact/hooks';
import type { Segment } from './listViewport.ts';

export type ListVirtualizer = Virtualizer<HTMLElement, HTMLElement>;

/** Assumed height of a row until it is measured, in pixels. */
export const estimatedHeight = 120;

/** Distance in pixels that still counts as being at the end. */
export const endThreshold = 60;

const overscan = 8;

interface ListLayout {
  readonly segment: Segment;
  readonly scroller: () => HTMLElement | null;
  /** Initial offset in pixels from the top of the segment. */
  readonly initialOffset: number;
  /** Whether to follow the end when messages are added. */
  readonly follow: boolean;
  /** A position whose row stays in the page even if not visible, because it has the focus. */
  readonly keep: number | undefined;
}

/** Lays out the rows of a segment, rendering again when other rows become visible or a height changes. */
export function useVirtualizer(layout: ListLayout): ListVirtualizer {
  const [, renderAgain] = useReducer((version: number) => version + 1, 0);
  const options = {
    count: layout.segment.count,
    getItemKey: (index: number) => layout.segment.start + index,
    getScrollElement: layout.scroller,
    estimateSize: () => estimatedHeight,
    scrollToFn: elementScroll<HTMLElement>,
    observeElementRect,
    observeElementOffset,
    overscan,
    initialRect: { width: 800, height: 1_200 },
    initialOffset: layout.initialOffset,
    // Anchors at the end, which stays visible when a message arrives.
    anchorTo: 'end' as const,
    followOnAppend: layout.follow,
    scrollEndThreshold: endThreshold,
    rangeExtractor: (range: VisibleRange) => withKept(rowsInView(range), layout, range.count),
    onChange: () => renderAgain(undefined),
  };
  const [virtualizer] = useState(() => new Virtualizer<HTMLElement, HTMLElement>(options));
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  return virtualizer;
}

interface VisibleRange {
  readonly startIndex: number;
  readonly endIndex: number;
  readonly overscan: number;
  readonly count: number;
}

function rowsInView({ startIndex, endIndex, overscan: more, count }: VisibleRange): number[] {
  const first = Math.max(0, startIndex - more);
  const last = Math.min(count - 1, endIndex + more);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

function withKept(rows: number[], { keep, segment }: ListLayout, count: number): number[] {
  const index = keep === undefined ? -1 : keep - segment.start;
  if (index < 0 || index >= count || rows.includes(index)) return rows;
  return [...rows, index].sort((a, b) => a - b);
}

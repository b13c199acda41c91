import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/** How wide an element is, in pixels, and again whenever that changes; `before` until it is in the page. */
export function useWidth(element: RefObject<Element | null>, before: number): number {
  const [width, setWidth] = useState(before);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const look = () => {
      const shown = Math.round(current.getBoundingClientRect().width);
      if (shown > 0) setWidth(shown);
    };
    const watching = new ResizeObserver(look);
    watching.observe(current);
    look();
    return () => watching.disconnect();
  }, [element]);
  return width;
}

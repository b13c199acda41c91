import type { ComponentChildren, JSX, RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { unfold } from './unfold.ts';

/** Highlights of matches by ranges, which need no changes to the elements. */
const marks = { find: new Highlight(), 'find-current': new Highlight() } as const;
for (const [name, mark] of Object.entries(marks)) CSS.highlights.set(name, mark);

/**
 * Highlights matches in an element; scrolls to it if it is the current match, and again once its content has arrived.
 */
export function useMarks(query: string, current: boolean, content = 0): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (query === '' || element.current === null) return undefined;
    const ranges = rangesOf(element.current, query.toLowerCase());
    const mark = marks[current ? 'find-current' : 'find'];
    for (const range of ranges) mark.add(range);
    return () => ranges.forEach((range) => mark.delete(range));
  });
  useEffect(() => {
    if (!current || query === '' || element.current === null) return;
    const [first] = rangesOf(element.current, query.toLowerCase());
    const target = first?.startContainer.parentElement;
    unfold(target);
    target?.scrollIntoView({ block: 'nearest' });
  }, [query, current, content]);
  return element;
}

function rangesOf(element: HTMLElement, query: string): Range[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const ranges: Range[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = lowerCase(node.nodeValue ?? '');
    for (let at = text.indexOf(query); at !== -1; at = text.indexOf(query, at + query.length)) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + query.length);
      ranges.push(range);
    }
  }
  return ranges;
}

/** Converts to lower case, except characters that would become longer, so that positions stay the same. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}

interface MarkedProps {
  /** Empty for none. */
  readonly query: string;
  /** Whether this part is the current match. */
  readonly current: boolean;
  readonly children: ComponentChildren;
}

/** A part of the page in which matches are highlighted. */
export function Marked({ query, current, children }: MarkedProps): JSX.Element {
  return <div ref={useMarks(query, current)}>{children}</div>;
}

import type { ComponentChildren, JSX, RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Ranges of text that the style sheet lights up, without a change of the elements around them. */
const marks = { find: new Highlight(), 'find-current': new Highlight() } as const;
for (const [name, mark] of Object.entries(marks)) CSS.highlights.set(name, mark);

/**
 * Lights up what is looked for in an element; where it is the one the reader was taken to, brings it into view, also when
 * its content has arrived.
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
    const place = first?.startContainer.parentElement;
    unfold(place);
    place?.scrollIntoView({ block: 'nearest' });
  }, [query, current, content]);
  return element;
}

/** Opens whatever is folded around an element. */
export function unfold(element: Element | null | undefined): void {
  const around = element?.closest('details');
  if (!around) return;
  around.open = true;
  unfold(around.parentElement);
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

/** In lower case where no character becomes longer by that, so that places in it are places in the text. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}

interface MarkedProps {
  /** Empty for nothing. */
  readonly query: string;
  /** The reader was taken to this part. */
  readonly current: boolean;
  readonly children: ComponentChildren;
}

/** A part of the page in which what is looked for is lit up. */
export function Marked({ query, current, children }: MarkedProps): JSX.Element {
  return <div ref={useMarks(query, current)}>{children}</div>;
}

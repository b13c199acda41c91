import { summaryPosition } from '../../protocol/find.ts';
import { defined } from '../../protocol/json.ts';
import { isLight, patternOf, type LightMessage } from '../../protocol/light.ts';
import { unfold } from './unfold.ts';

/** Parts of the page that are not content. */
const controls = 'header, button, input, textarea, select, .find-bar, .message-head, .day, .visually-hidden';
/** Number of frames after scrolling somewhere during which row heights may still change. */
const settlingFrames = 20;

/** Highlights of words, in the whole page and in the target message. */
const marks = { lit: new Highlight(), 'lit-here': new Highlight() } as const;

let current: LightMessage | undefined;
let pattern: RegExp | undefined;
let targetPosition: number | undefined;
/** Frames left in which to scroll to the first word. */
let frames = 0;
let isDrawing = false;

/** Highlights in the page what the extension found. `onOut` is called when the user ends it. */
export function startHighlighting(onOut: () => void): void {
  for (const [name, mark] of Object.entries(marks)) CSS.highlights.set(name, mark);
  window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isLight(data)) show(data);
  });
  window.addEventListener('keydown', ({ key, target }) => {
    if (key !== 'Escape' || pattern === undefined || isField(target)) return;
    setLight(undefined);
    onOut();
  });
  for (const touch of ['wheel', 'pointerdown', 'keydown'] as const)
    window.addEventListener(touch, () => (frames = 0), { passive: true });
  new MutationObserver(schedulePaint).observe(document.body, {
    childList: true,
    subtree: true,
    characterData: true,
  });
}

/** Sets the target message for a following highlight that does not name one. */
export function setHighlightTarget(position: number): void {
  targetPosition = position;
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, .find-bar') !== null;

function show(message: LightMessage): void {
  setLight({ ...message, ...defined({ position: message.position ?? targetPosition }) });
  targetPosition = undefined;
  frames = message.go ? settlingFrames : 0;
}

function setLight(message: LightMessage | undefined): void {
  current = message;
  pattern = message && patternOf(message.words);
  schedulePaint();
}

/** Schedules one update for all changes in a frame. */
function schedulePaint(): void {
  if (isDrawing || (pattern === undefined && marks.lit.size + marks['lit-here'].size === 0)) return;
  isDrawing = true;
  requestAnimationFrame(() => {
    isDrawing = false;
    paint();
  });
}

function paint(): void {
  for (const mark of Object.values(marks)) mark.clear();
  if (pattern === undefined) return;
  const here = placeOf(current?.position);
  const ranges = textRanges(document.body, pattern, controls);
  let first: Range | undefined;
  for (const range of ranges) {
    const isHere = here?.contains(range.startContainer) === true;
    marks[isHere ? 'lit-here' : 'lit'].add(range);
    if (isHere) first ??= range;
  }
  scrollToFirst(here, first);
}

function placeOf(position: number | undefined): Element | null {
  if (position === undefined) return document.body;
  if (position === summaryPosition) return document.querySelector('.summary-content');
  return document.querySelector(`[data-position="${position}"]`);
}

/** Scrolls to the first word until the user scrolls. */
function scrollToFirst(here: Element | null, first: Range | undefined): void {
  if (frames === 0 || here === null) return;
  frames--;
  unfold(first?.startContainer.parentElement ?? here.querySelector('.compaction summary'));
  if (first !== undefined && !isInView(first)) scrollTo(first);
  schedulePaint();
}

function isInView(range: Range): boolean {
  const { top, bottom } = range.getBoundingClientRect();
  const view = scrollerOf(range)?.getBoundingClientRect();
  return top >= Math.max(0, view?.top ?? 0) && bottom <= Math.min(innerHeight, view?.bottom ?? innerHeight);
}

function scrollTo(range: Range): void {
  const scroller = scrollerOf(range);
  if (scroller === undefined) return;
  const view = scroller.getBoundingClientRect();
  scroller.scrollTop += range.getBoundingClientRect().top - view.top - view.height / 3;
}

/** Returns the nearest scrollable element around a range. */
function scrollerOf(range: Range): Element | undefined {
  for (let element = range.startContainer.parentElement; element; element = element.parentElement)
    if (
      element.scrollHeight > element.clientHeight + 1 &&
      /auto|scroll/.test(getComputedStyle(element).overflowY)
    )
      return element;
  return undefined;
}

/** Elements that separate lines of text. */
const blocks =
  'p, li, td, th, h1, h2, h3, h4, h5, h6, pre, dt, dd, blockquote, div, summary, section, article';

interface Piece {
  readonly node: Node;
  /** Where it starts in the text of its block. */
  readonly from: number;
}

/**
 * Finds matches of a pattern (with the flag `g`) in the text of an element, also across inline elements, skipping
 * elements that match `except`.
 */
function textRanges(element: Element, pattern: RegExp, except: string): Range[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest(except) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  const ranges: Range[] = [];
  let pieces: Piece[] = [];
  let text = '';
  let block: Element | null | undefined;
  const end = (): void => {
    for (const match of text.matchAll(pattern)) ranges.push(...rangeOf(pieces, match));
    pieces = [];
    text = '';
  };
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const own = node.parentElement?.closest(blocks);
    if (own !== block) end();
    block = own;
    pieces.push({ node, from: text.length });
    text += node.nodeValue ?? '';
  }
  end();
  return ranges;
}

function rangeOf(pieces: readonly Piece[], { 0: { length }, index }: RegExpMatchArray): Range[] {
  const first = pieces.findLast(({ from }) => from <= (index ?? 0));
  const last = pieces.findLast(({ from }) => from < (index ?? 0) + length);
  if (index === undefined || length === 0 || !first || !last) return [];
  const range = new Range();
  range.setStart(first.node, index - first.from);
  range.setEnd(last.node, index + length - last.from);
  return [range];
}

import { summaryPosition } from '../../protocol/find.ts';
import { defined } from '../../protocol/json.ts';
import { isLight, patternOf, type LightMessage } from '../../protocol/light.ts';
import { textRanges } from './textRanges.ts';

/** What of the page is no content. */
const controls = 'header, button, input, textarea, select, .find-bar, .message-head, .day, .visually-hidden';
/** In so many frames after the reader was taken somewhere rows may still change their heights. */
const settlingFrames = 20;

/** The words that are lit up, all over the page and where the reader was taken. */
const marks = { lit: new Highlight(), 'lit-here': new Highlight() } as const;

let light: LightMessage | undefined;
let pattern: RegExp | undefined;
let place: number | undefined;
/** The frames in which the first word is still brought into view. */
let frames = 0;
let isDrawing = false;

/** Lights up in the page what the extension says was found. `onOut` is told when the reader puts it out. */
export function lightUp(onOut: () => void): void {
  for (const [name, mark] of Object.entries(marks)) CSS.highlights.set(name, mark);
  window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isLight(data)) show(data);
  });
  window.addEventListener('keydown', ({ key, target }) => {
    if (key !== 'Escape' || pattern === undefined || isField(target)) return;
    put(undefined);
    onOut();
  });
  for (const touch of ['wheel', 'pointerdown', 'keydown'] as const)
    window.addEventListener(touch, () => (frames = 0), { passive: true });
  new MutationObserver(draw).observe(document.body, { childList: true, subtree: true, characterData: true });
}

/** Tells where the reader was taken, for a light that follows and does not say it. */
export function lightAt(position: number): void {
  place = position;
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, .find-bar') !== null;

function show(message: LightMessage): void {
  put({ ...message, ...defined({ position: message.position ?? place }) });
  place = undefined;
  frames = message.go ? settlingFrames : 0;
}

function put(message: LightMessage | undefined): void {
  light = message;
  pattern = message && patternOf(message.words);
  draw();
}

/** Soon, once for all that changes in a frame. */
function draw(): void {
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
  const here = placeOf(light?.position);
  const ranges = textRanges(document.body, pattern, controls);
  let first: Range | undefined;
  for (const range of ranges) {
    const isHere = here?.contains(range.startContainer) === true;
    marks[isHere ? 'lit-here' : 'lit'].add(range);
    if (isHere) first ??= range;
  }
  bring(here, first);
}

function placeOf(position: number | undefined): Element | null {
  if (position === undefined) return document.body;
  if (position === summaryPosition) return document.querySelector('.summary-content');
  return document.querySelector(`[data-position="${position}"]`);
}

/** Takes the reader to the first of the words, until they scroll themselves. */
function bring(here: Element | null, first: Range | undefined): void {
  if (frames === 0 || here === null) return;
  frames--;
  unfold(first?.startContainer.parentElement ?? here.querySelector('.compaction summary'));
  if (first !== undefined && !isInView(first)) scrollTo(first);
  draw();
}

/** Opens whatever is folded around an element. */
function unfold(element: Element | null): void {
  const around = element?.closest('details');
  if (!around) return;
  around.open = true;
  unfold(around.parentElement);
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

/** The nearest element around a range that scrolls. */
function scrollerOf(range: Range): Element | undefined {
  for (let element = range.startContainer.parentElement; element; element = element.parentElement)
    if (
      element.scrollHeight > element.clientHeight + 1 &&
      /auto|scroll/.test(getComputedStyle(element).overflowY)
    )
      return element;
  return undefined;
}

import type { Content } from './content.ts';
import { TextShortener } from './shorten.ts';

/** Turns that are kept or left out together: one of the model with the answers of the tools it called. */
export type TurnGroup = readonly Content[];

/** The steps of a history that `pairedHistory` put in order. */
export function stepsOf(turns: readonly Content[]): TurnGroup[] {
  const steps: Content[][] = [];
  for (const turn of turns) {
    const last = steps.at(-1);
    if (last && turn.parts.some(({ functionResponse }) => functionResponse)) last.push(turn);
    else steps.push([turn]);
  }
  return steps;
}

type Cost = (turns: readonly Content[]) => number;

export interface Newest {
  readonly turns: readonly Content[];
  /** How many texts in them were shortened. */
  readonly shortened: number;
  /** How many steps are before the first of them, but for the request. */
  readonly before: number;
}

/**
 * The newest steps that fit into `room` tokens. Where not all do, what tools were given and gave is shortened; what was
 * said only where it is longer than half of the room, since others come on the next page. With `withRequest` the request
 * that the first kept answer belongs to is kept as well.
 */
export function newest(steps: readonly TurnGroup[], room: number, cost: Cost, withRequest: boolean): Newest {
  if (fits(steps, room, cost)) return { turns: steps.flat(), shortened: 0, before: 0 };
  const page = { steps, room, cost, withRequest };
  const all = shortenedPage(page, toolShare);
  return all.before === 0 ? all : shortenedPage(page, toolShare / 4);
}

/** Parts of the room that a text said may have, and of that a text of tools; less where not everything fits. */
const saidShare = 1 / 2;
const toolShare = 1 / 4;
/** The request that is kept besides may have this much. */
const requestShare = 1 / 8;

interface StepPage {
  readonly steps: readonly TurnGroup[];
  readonly room: number;
  readonly cost: Cost;
  readonly withRequest: boolean;
}

function shortenedPage({ steps, room, cost, withRequest }: StepPage, tools: number): Newest {
  const share = Math.max(room * saidShare, 50);
  const reserve = Math.max(room * requestShare, 50);
  const kept: Shortened[] = [];
  let left = room - (withRequest ? reserve : 0);
  let at = steps.length - 1;
  for (; at >= 0; at--) {
    // Only the newest is shortened as far as it must be: others come on the next page.
    const limits = kept.length === 0 ? { share: left / 2, tools } : { share, tools, least: share };
    const step = fitted(steps[at] ?? [], limits, left, cost);
    if (step === undefined) break;
    kept.unshift(step);
    left -= step.cost;
  }
  const request = !withRequest || isRequest(kept[0]?.step) ? undefined : requestBefore(steps, at);
  const limits = { share: reserve / 2, tools };
  const asked = request && fitted(withGap(request.step, at - request.index), limits, left + reserve, cost);
  const all = asked ? [asked, ...kept] : kept;
  return {
    turns: all.flatMap(({ step }) => step),
    shortened: all.reduce((sum, { shortened }) => sum + shortened, 0),
    // One that fits nowhere is left out, so that the next page gets further.
    before: asked && request.index === at ? at : Math.min(at + 1, steps.length - 1),
  };
}

/** Stops at the first step that is too much, so that long histories are not measured whole. */
function fits(steps: readonly TurnGroup[], room: number, cost: Cost): boolean {
  let left = room;
  return steps.toReversed().every((step) => (left -= cost(step)) >= 0);
}

interface Shortened {
  readonly step: TurnGroup;
  readonly cost: number;
  readonly shortened: number;
}

/** Tokens each text may have, those of tools a part of them, and below which no text is shortened. */
interface TextLimits {
  readonly share: number;
  readonly tools: number;
  readonly least?: number;
}

/** A step with each of its texts within the limits and, where that is too much, shorter ones; undefined where none fits. */
function fitted(
  step: TurnGroup,
  { share, tools, least = 10 }: TextLimits,
  room: number,
  cost: Cost,
): Shortened | undefined {
  for (let limit = share; limit >= least; limit /= 3) {
    const shortener = new TextShortener(limit, limit * tools);
    const turns = step.map((turn) => shortener.turn(turn));
    const taken = cost(turns);
    if (taken <= room) return { step: turns, cost: taken, shortened: shortener.count };
  }
  return undefined;
}

const isRequest = (step: TurnGroup | undefined): boolean => step?.[0]?.role === 'user';

function requestBefore(steps: readonly TurnGroup[], at: number) {
  const index = steps.slice(0, at + 1).findLastIndex(isRequest);
  const step = steps[index];
  return step && { index, step };
}

/** A request that does not stand right before what follows it says so. */
function withGap([turn, ...others]: TurnGroup, steps: number): TurnGroup {
  if (turn === undefined || steps === 0) return turn === undefined ? others : [turn, ...others];
  return [{ ...turn, parts: [...turn.parts, { text: '[…]' }] }, ...others];
}

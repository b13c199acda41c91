import type { Measure } from '../../disk/text/textLength.ts';
import type { Content } from './content.ts';
import { TextShortener } from './shorten.ts';

/** Turns kept or omitted together: a turn of the model and the results of its tool calls. */
export type TurnGroup = readonly Content[];

/** Splits a history in the order of `pairedHistory` into steps. */
export function stepsOf(turns: readonly Content[]): TurnGroup[] {
  const steps: Content[][] = [];
  for (const turn of turns) {
    const last = steps.at(-1);
    if (last && turn.parts.some(({ functionResponse }) => functionResponse)) last.push(turn);
    else steps.push([turn]);
  }
  return steps;
}

/** Measures formatted turns, and a text in them. */
export interface Costs {
  readonly of: (turns: readonly Content[]) => number;
  readonly text: Measure;
}

export interface NewestTurns {
  readonly turns: readonly Content[];
  /** Number of shortened texts. */
  readonly shortened: number;
  /** Number of steps before the first one, not counting the request. */
  readonly before: number;
}

/**
 * Selects the newest steps that fit into `room` tokens. If not all fit, tool input and output is shortened; messages
 * only above half of the room, since others come on the next page. `withRequest` also keeps the request of the first
 * answer.
 */
export function newest(
  steps: readonly TurnGroup[],
  room: number,
  costs: Costs,
  withRequest: boolean,
): NewestTurns {
  if (fits(steps, room, costs)) return { turns: steps.flat(), shortened: 0, before: 0 };
  const page = { steps, room, costs, withRequest };
  const all = shortenedPage(page, toolShare);
  return all.before === 0 ? all : shortenedPage(page, toolShare / 4);
}

/** Maximum share of the room for a message, and of that share for a tool's text; less where not everything fits. */
const saidShare = 1 / 2;
const toolShare = 1 / 4;
/** Share of the room for the request kept in addition. */
const requestShare = 1 / 8;

interface StepPage {
  readonly steps: readonly TurnGroup[];
  readonly room: number;
  readonly costs: Costs;
  readonly withRequest: boolean;
}

function shortenedPage({ steps, room, costs, withRequest }: StepPage, tools: number): NewestTurns {
  const share = Math.max(room * saidShare, 50);
  const reserve = Math.max(room * requestShare, 50);
  const whole = { share, tools, least: share };
  const kept: Shortened[] = [];
  let left = room - (withRequest ? reserve : 0);
  let at = steps.length - 1;
  for (; at >= 0; at--) {
    // Only the newest step is shortened as needed; others come on the next page.
    const limits = kept.length === 0 ? { share: left / 2, tools } : whole;
    const step = fitted(steps[at] ?? [], limits, left, costs);
    if (step === undefined) break;
    kept.unshift(step);
    left -= step.cost;
  }
  if (withRequest && isRequest(kept[0]?.step)) {
    // What was reserved for the request is for those before it.
    const earlier = exchangesBefore({ steps, costs, room: left + reserve }, at, whole);
    kept.unshift(...earlier);
    at -= earlier.length;
  }
  const request = !withRequest || isRequest(kept[0]?.step) ? undefined : requestBefore(steps, at);
  const limits = { share: reserve / 2, tools };
  const requestStep =
    request && fitted(withGap(request.step, at - request.index), limits, left + reserve, costs);
  const all = requestStep ? [requestStep, ...kept] : kept;
  return {
    turns: all.flatMap(({ step }) => step),
    shortened: all.reduce((sum, { shortened }) => sum + shortened, 0),
    // A step that never fits is skipped, so that the next page advances.
    before: requestStep && request.index === at ? at : Math.min(at + 1, steps.length - 1),
  };
}

/** Returns the last steps up to an index that fit, beginning with a request. */
function exchangesBefore(
  { steps, room, costs }: Omit<StepPage, 'withRequest'>,
  last: number,
  limits: TextLimits,
): readonly Shortened[] {
  let left = room;
  let whole: readonly Shortened[] = [];
  const found: Shortened[] = [];
  for (let at = last; at >= 0; at--) {
    const step = fitted(steps[at] ?? [], limits, left, costs);
    if (step === undefined) break;
    found.unshift(step);
    left -= step.cost;
    if (isRequest(step.step)) whole = [...found];
  }
  return whole;
}

/** Stops at the first step that exceeds the room, so that long histories are not measured whole. */
function fits(steps: readonly TurnGroup[], room: number, costs: Costs): boolean {
  let left = room;
  return steps.toReversed().every((step) => (left -= costs.of(step)) >= 0);
}

interface Shortened {
  readonly step: TurnGroup;
  readonly cost: number;
  readonly shortened: number;
}

/** Maximum tokens per text, the share for tools, and the length below which nothing is shortened. */
interface TextLimits {
  readonly share: number;
  readonly tools: number;
  readonly least?: number;
}

/** Shortens the texts of a step until it fits; undefined where it cannot. */
function fitted(
  step: TurnGroup,
  { share, tools, least = 10 }: TextLimits,
  room: number,
  costs: Costs,
): Shortened | undefined {
  for (let limit = share; limit >= least; limit /= 3) {
    const shortener = new TextShortener(limit, limit * tools, costs.text);
    const turns = step.map((turn) => shortener.turn(turn));
    const taken = costs.of(turns);
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

/** Marks a request that does not directly precede the next turn. */
function withGap([turn, ...others]: TurnGroup, steps: number): TurnGroup {
  if (turn === undefined || steps === 0) return turn === undefined ? others : [turn, ...others];
  return [{ ...turn, parts: [...turn.parts, { text: '[…]' }] }, ...others];
}

import type { Content } from './content.ts';
import { TextShortener } from './shorten.ts';

/** Turns that are kept or left out together: one of the model with the answers of the tools it called. */
export type Step = readonly Content[];

/** The steps of a history that `pairedHistory` put in order. */
export function stepsOf(turns: readonly Content[]): Step[] {
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
}

/**
 * The newest steps that fit into `room` tokens. Where not all do, long texts are shortened, and the request that the
 * first kept answer belongs to is kept as well.
 */
export function newest(steps: readonly Step[], room: number, cost: Cost): Newest {
  if (fits(steps, room, cost)) return { turns: steps.flat(), shortened: 0 };
  const share = Math.max(room / 8, 50);
  const kept: Shortened[] = [];
  let left = room - share; // for the request
  let at = steps.length - 1;
  for (; at >= 0; at--) {
    const step = fitted(steps[at] ?? [], kept.length === 0 ? left / 2 : share, left, cost);
    if (step === undefined) break;
    kept.unshift(step);
    left -= step.cost;
  }
  const request = isRequest(kept[0]?.step) ? undefined : requestBefore(steps, at);
  const asked = request && fitted(request, share / 2, left + share, cost);
  const all = asked ? [asked, ...kept] : kept;
  return {
    turns: all.flatMap(({ step }) => step),
    shortened: all.reduce((sum, { shortened }) => sum + shortened, 0),
  };
}

/** Stops at the first step that is too much, so that long histories are not measured whole. */
function fits(steps: readonly Step[], room: number, cost: Cost): boolean {
  let left = room;
  return steps.toReversed().every((step) => (left -= cost(step)) >= 0);
}

interface Shortened {
  readonly step: Step;
  readonly cost: number;
  readonly shortened: number;
}

/** A step with each of its texts within `share` tokens and, where that is too much, less; undefined where none fits. */
function fitted(step: Step, share: number, room: number, cost: Cost): Shortened | undefined {
  for (let limit = share; limit >= 10; limit /= 3) {
    const shortener = new TextShortener(limit);
    const turns = step.map((turn) => shortener.turn(turn));
    const taken = cost(turns);
    if (taken <= room) return { step: turns, cost: taken, shortened: shortener.count };
  }
  return undefined;
}

const isRequest = (step: Step | undefined): boolean => step?.[0]?.role === 'user';

function requestBefore(steps: readonly Step[], at: number): Step | undefined {
  return steps.slice(0, at + 1).findLast(isRequest);
}

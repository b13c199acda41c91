import { isObject, jsonOf } from '../../disk/base/core.ts';
import { siftArguments } from './arguments.ts';

/** Name of the tool that calls tools that are not listed. */
export const moreName = 'history_more';

/** A call of another tool. */
export interface CallWithin {
  readonly name: string;
  readonly args: unknown;
}

/**
 * Returns the call that the arguments of `history_more` hold; undefined where they ask for a schema or are wrong. What
 * stands beside them would be lost, so it is wrong, too.
 */
export function callWithin(given: unknown): CallWithin | undefined {
  if (!isObject(given)) return undefined;
  const { kept } = siftArguments(given, ['name', 'projectRoot', 'arguments'], { destructive: true });
  const { name, projectRoot, arguments: sent, ...beside } = kept;
  const args = typeof sent === 'string' ? jsonOf(sent) : sent;
  if (typeof name !== 'string' || name === moreName || !isObject(args)) return undefined;
  if (Object.keys(beside).length > 0) return undefined;
  return { name, args: projectRoot === undefined ? args : { projectRoot, ...args } };
}

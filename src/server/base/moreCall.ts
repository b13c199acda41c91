import { isObject, jsonOf } from '../../disk/base/core.ts';

/** Name of the tool that calls tools that are not listed. */
export const moreName = 'history_more';

/** A call of another tool. */
export interface CallWithin {
  readonly name: string;
  readonly args: unknown;
}

/** Returns the call that the arguments of `history_more` hold; undefined where they ask for a schema or are wrong. */
export function callWithin(given: unknown): CallWithin | undefined {
  if (!isObject(given) || typeof given.name !== 'string' || given.name === moreName) return undefined;
  const { name, projectRoot, arguments: sent } = given;
  const args = typeof sent === 'string' ? jsonOf(sent) : sent;
  if (!isObject(args)) return undefined;
  return { name, args: projectRoot === undefined ? args : { projectRoot, ...args } };
}

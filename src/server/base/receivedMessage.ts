import { isObject } from '../../disk/base/core.ts';

/** Parses a message as clients send it: behind a byte order mark, and with null for members that are not given. */
export const receivedMessage = (text: string): unknown =>
  withoutNullParams(JSON.parse(text.replace(/^\uFEFF/, '')));

/** A request without the members that clients fill with null instead of leaving them out. */
function withoutNullParams(value: unknown): unknown {
  if (!isObject(value) || value.params === undefined) return value;
  const { params, ...rest } = value;
  if (params === null) return rest;
  if (!isObject(params) || params.arguments !== null) return value;
  const { arguments: _, ...others } = params;
  return { ...rest, params: others };
}

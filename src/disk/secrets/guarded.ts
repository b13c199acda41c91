import type { Secrets } from '../base/context.ts';

/** Exceptions from masking, such as names by which something is found. */
export interface Unmasked {
  /** Arguments that are not masked. */
  readonly argument?: (argument: unknown, position: number) => boolean;
  /** Methods whose results are masked by themselves: all, or those listed. */
  readonly results?: true | readonly string[];
  /** Methods that return content people wrote, in which no field is an identifier. */
  readonly contents?: readonly string[];
}

/**
 * Wraps a store subject in a Proxy that masks every text in its methods' arguments and results, however deeply nested.
 *
 * Results may have been stored unmasked. New methods are covered automatically.
 */
export function guarded<T extends object>(subject: T, secrets: Secrets, unmasked: Unmasked = {}): T {
  const shown = showing(secrets);
  const { results = [], contents = [] } = unmasked;
  const isMaskedAlready = (key: string | symbol) => results === true || results.some((name) => name === key);
  return new Proxy(subject, {
    get(target, key): unknown {
      const member: unknown = Reflect.get(target, key, target);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]): unknown => {
        const masked = args.map((argument, position) => {
          const without = maskedArgument(argument, secrets);
          return without !== argument && unmasked.argument?.(argument, position) ? argument : without;
        });
        const result: unknown = Reflect.apply(member, target, masked);
        if (contents.some((name) => name === key)) return written(result, secrets);
        return isMaskedAlready(key) ? result : shown(result);
      };
    },
  });
}

/** Masks an argument; a string may be a document with secrets inside JSON. */
function maskedArgument(argument: unknown, secrets: Secrets): unknown {
  if (typeof argument === 'string') return secrets.document(secrets.text(argument));
  if (typeof argument !== 'function') return secrets.value(argument);
  // Its argument comes from the store, and its result is stored.
  return (...given: unknown[]): unknown =>
    secrets.value(
      Reflect.apply(
        argument,
        undefined,
        given.map((each) => secrets.shown(each)),
      ),
    );
}

function showing(secrets: Secrets): (result: unknown) => unknown {
  const shown = (result: unknown): unknown => {
    if (result instanceof Promise)
      return result.then((value: unknown) => (isStream(value) ? each(value) : secrets.shownInSlices(value)));
    return isStream(result) ? each(result) : secrets.shown(result);
  };
  async function* each(items: AsyncIterable<unknown>): AsyncGenerator {
    for await (const item of items) yield secrets.shown(item);
  }
  return shown;
}

const written = (result: unknown, secrets: Secrets): unknown =>
  result instanceof Promise ? result.then((value: unknown) => secrets.value(value)) : secrets.value(result);

const isStream = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/** Whether an argument is a transcript, a session or a workspace. */
export const isSessionLocation = (argument: unknown): boolean =>
  typeof argument === 'object' &&
  argument !== null &&
  ['path', 'filePath', 'places'].some((key) => key in argument);

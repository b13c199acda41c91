import type { Secrets } from '../base/context.ts';

/** What stays as it is, so that it leads where it leads. */
export interface Unmasked {
  /** Of the arguments. */
  readonly argument?: (argument: unknown, position: number) => boolean;
  /** Results are masked where they are made: those of all methods, or of these. */
  readonly results?: true | readonly string[];
  /** Methods whose result is what somebody wrote, in which no member is a name by which something is asked for. */
  readonly contents?: readonly string[];
}

/**
 * A subject of the store behind a door: every text that is handed to one of its methods, however deep in messages or
 * metadata, is masked first, and so is what comes back, which may have been stored before. A method that is added later
 * needs do nothing for it.
 */
export function guarded<T extends object>(subject: T, secrets: Secrets, unmasked: Unmasked = {}): T {
  const shown = showing(secrets);
  const { results = [], contents = [] } = unmasked;
  const isAsItIs = (key: string | symbol) => results === true || results.some((name) => name === key);
  return new Proxy(subject, {
    get(target, key): unknown {
      const member: unknown = Reflect.get(target, key, target);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]): unknown => {
        const masked = args.map((argument, position) => {
          const without = handedIn(argument, secrets);
          return without !== argument && unmasked.argument?.(argument, position) ? argument : without;
        });
        const result: unknown = Reflect.apply(member, target, masked);
        if (contents.some((name) => name === key)) return written(result, secrets);
        return isAsItIs(key) ? result : shown(result);
      };
    },
  });
}

/** A text may be a document, in which JSON hides secrets from those who only look at its text. */
function handedIn(argument: unknown, secrets: Secrets): unknown {
  if (typeof argument === 'string') return secrets.document(secrets.text(argument));
  if (typeof argument !== 'function') return secrets.value(argument);
  // What it is given was stored, and what it gives is to be.
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
export const isSessionPlace = (argument: unknown): boolean =>
  typeof argument === 'object' &&
  argument !== null &&
  ['path', 'filePath', 'places'].some((key) => key in argument);

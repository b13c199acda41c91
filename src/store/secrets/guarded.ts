import type { Secrets } from '../base/context.ts';

/**
 * A subject of the store behind a door: every text that is handed to one of its methods, however deep in messages or
 * metadata, is masked first. So a method that is added later masks as well, without doing anything for it. What
 * `isPlace` says of an argument stays as it is: a path must lead where it leads.
 */
export function guarded<T extends object>(
  subject: T,
  secrets: Secrets,
  isPlace: (argument: unknown, position: number) => boolean = () => false,
): T {
  return new Proxy(subject, {
    get(target, key): unknown {
      const member: unknown = Reflect.get(target, key, target);
      if (typeof member !== 'function') return member;
      return (...given: unknown[]): unknown => {
        const masked = given.map((argument, position) => {
          const without = secrets.value(argument);
          return without !== argument && isPlace(argument, position) ? argument : without;
        });
        return Reflect.apply(member, target, masked);
      };
    },
  });
}

/** Whether an argument is a transcript, a session or a workspace. */
export const isSessionPlace = (argument: unknown): boolean =>
  typeof argument === 'object' &&
  argument !== null &&
  ['path', 'filePath', 'places'].some((key) => key in argument);

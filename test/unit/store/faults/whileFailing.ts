import fs from 'node:fs';

type Call = (...args: unknown[]) => unknown;
/** Which calls of functions fail, by their arguments and number. */
export type Failing = Readonly<Record<string, (args: readonly unknown[], call: number) => boolean>>;

/** Runs `work` while some calls of `node:fs`, or of another object, fail as a virus scanner, or a disk, makes them. */
export async function whileFailing<T>(
  code: string,
  failing: Failing,
  work: () => T | Promise<T>,
  target: object = fs,
): Promise<T> {
  const originals = Object.keys(failing).map((name) => [name, Reflect.get(target, name) as Call] as const);
  for (const [name, original] of originals) {
    let calls = 0;
    Reflect.set(target, name, (...args: unknown[]) => {
      if (failing[name]?.(args, ++calls)) throw Object.assign(new Error(code), { code });
      return original.apply(target, args);
    });
  }
  try {
    return await work();
  } finally {
    for (const [name, original] of originals) Reflect.set(target, name, original);
  }
}

/** Runs `make` at the first call only. Calls that wait for the same promise go on in the order they came. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

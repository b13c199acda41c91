/** Runs `make` at the first call only. Calls that wait for the same promise go on in the order they came. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

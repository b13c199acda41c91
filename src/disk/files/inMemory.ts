/** Values derived from files, or from anything with a fingerprint, in the memory of this process. */
export interface InMemory<T> {
  /** Returns the value of a key; undefined if it has another fingerprint now, or is unknown. */
  readonly get: (key: string, fingerprint: string) => T | undefined;
  /** Remembers and returns a value. */
  readonly set: (key: string, fingerprint: string, value: T) => T;
}

/** Remembers values as long as their fingerprints stay; beyond `most`, the oldest are dropped. */
export function inMemory<T>(most = 20_000): InMemory<T> {
  const known = new Map<string, { readonly fingerprint: string; readonly value: T }>();
  return {
    get: (key, fingerprint) => {
      const one = known.get(key);
      return one?.fingerprint === fingerprint ? one.value : undefined;
    },
    set: (key, fingerprint, value) => {
      known.delete(key);
      known.set(key, { fingerprint, value });
      const [oldest] = known.keys();
      if (known.size > most && oldest !== undefined) known.delete(oldest);
      return value;
    },
  };
}

/** A pass over all files that values are derived from. */
export interface DerivedPass<T> {
  /** See `Derived.get`. */
  readonly get: (key: string, fingerprint: string) => T | undefined;
  /** See `Derived.set`. */
  readonly set: (key: string, fingerprint: string, value: T) => T;
  /** Returns the value that this process last looked up for a key, regardless of later changes. */
  readonly recall: (key: string) => T | undefined;
  /** Stores the values so far if there are many more than before: the process may end in the middle of a pass. */
  readonly keep: () => Promise<void>;
  /** Ends a complete pass: stores new values and drops those of keys that did not occur. */
  readonly end: () => Promise<void>;
}

/** What a pass works on. */
interface PassedValues<T> extends Pick<DerivedPass<T>, 'get' | 'set' | 'recall'> {
  readonly save: () => Promise<unknown>;
  readonly keys: () => Iterable<string>;
  /** Drops the values of all keys but these. */
  readonly sweep: (keys: ReadonlySet<string>) => Promise<void>;
}

/** After this number of new values a pass stores them, then each time their number has doubled. */
const firstKept = 10;

/** Begins a pass, which remembers the keys that occur. */
export function passOver<T>(values: PassedValues<T>): DerivedPass<T> {
  const met = new Set<string>();
  let made = 0;
  let keptAt = firstKept;
  return {
    get: (key, fingerprint) => {
      const value = values.get(key, fingerprint);
      if (value !== undefined) met.add(key);
      return value;
    },
    set: (key, fingerprint, value) => {
      made++;
      met.add(key);
      return values.set(key, fingerprint, value);
    },
    recall: values.recall,
    keep: async () => {
      if (made < keptAt) return;
      keptAt = made * 2;
      await values.save();
    },
    end: async () => {
      await values.save();
      if ([...values.keys()].some((key) => !met.has(key))) await values.sweep(met);
    },
  };
}

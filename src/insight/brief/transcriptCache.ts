import { Derived } from '../../disk/files/derived.ts';
import type { DerivedContext, DerivedForm } from '../../disk/files/derivedForm.ts';
import { fileFingerprint, sizeIn } from '../../disk/files/fingerprint.ts';
import { foreignFileNow } from '../../disk/files/foreign.ts';

/** After a compaction, a value stays valid for this long and for this many bytes of growth. */
const compactionMs = 15 * 60 * 1_000;
const compactionBytes = 8 * 1024 * 1024;

/** Values derived from whole transcripts, without secrets. */
export interface TranscriptCache<T> {
  /**
   * Returns the value of an unchanged transcript. Synchronous. `grown` also accepts one that was only appended to
   * recently: what preceded a compaction stays true.
   */
  readonly read: (path: string, options?: { readonly grown?: boolean }) => T | undefined;
  /** Returns the value of a transcript, however that has changed since. Synchronous. */
  readonly last: (path: string) => T | undefined;
  /** Stores a value of a transcript whose fingerprint was taken before it was read, if a history exists. */
  readonly write: (path: string, fingerprint: string | undefined, made: T) => Promise<void>;
}

/** Opens the values of transcripts. */
export function transcriptCache<T>(form: DerivedForm<T>, context: DerivedContext): TranscriptCache<T> {
  const derived = new Derived(form, context);
  const sizeOf = (path: string): number => foreignFileNow(path)?.size ?? 0;
  const hasOnlyGrown = (path: string, fingerprint: string, keptAt: number): boolean => {
    const [before, now] = [sizeIn(fingerprint), sizeOf(path)];
    const isRecent = Math.abs(context.clock.now() - keptAt) < compactionMs;
    return isRecent && now >= before && now - before <= compactionBytes;
  };
  return {
    read: (path, { grown = false } = {}) => {
      const now = fileFingerprint(path);
      const kept = now === undefined ? undefined : derived.peek(path);
      if (!kept) return undefined;
      const { fingerprint, keptAt, value } = kept;
      return fingerprint === now || (grown && hasOnlyGrown(path, fingerprint, keptAt)) ? value : undefined;
    },
    last: (path) => derived.peek(path)?.value,
    write: async (path, fingerprint, made) => {
      if (fingerprint === undefined) return;
      await derived.put(path, fingerprint, made);
      await derived.sweep(new Set([path]));
    },
  };
}

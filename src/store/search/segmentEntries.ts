/** What is written of entries; the rest follows from it. */
export interface EntriesOfSegment {
  readonly items: Uint32Array;
  readonly positions: Uint32Array;
  readonly ts: Float64Array;
  readonly hashes: Float64Array;
  readonly lineHashes: Float64Array;
  readonly roles: Uint8Array;
  readonly agents: Uint32Array;
  readonly speakers: Uint32Array;
  readonly asks: Uint8Array;
  readonly starts: Uint8Array;
  /** Number of terms. */
  readonly lengths: Uint32Array;
}

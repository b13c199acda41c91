/** Formats of this version. Whoever changes a format raises its number; none is ever lowered. */
export const formats = {
  /** Highest `v` of a history that is changed. */
  writing: 1,
  /** Highest `read` of a history that is opened. */
  reading: 1,
  /** Layout of files of derived values. */
  rows: 1,
  /** Results of masking: data derived from differently masked text is not reused. */
  masking: 6,
} as const;

/** Whether a second copy of each history is kept on this machine. */
export const copyModes = ['on', 'off'] as const;
export type CopyMode = (typeof copyModes)[number];

export interface CopySettings {
  readonly copies: CopyMode;
  /** Maximum space of the copies of all projects. Megabytes. */
  readonly maxMegabytes: number;
}

export const defaultCopies: CopySettings = { copies: 'on', maxMegabytes: 2_000 };

/** A place in a log of changes: its first line, empty where there is no log, and how much of it was read. Bytes. */
export interface LogPosition {
  readonly begins: string;
  readonly read: number;
}

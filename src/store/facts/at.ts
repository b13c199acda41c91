/** Where in a session something happened. */
export interface At {
  /** ISO 8601, UTC. */
  readonly time: string;
  /** Which message of the session it is, from 1; or, where only the end of it was read, its time in milliseconds. */
  readonly entry: number;
}

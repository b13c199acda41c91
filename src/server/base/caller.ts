/** What a client tells of where a call comes from, besides its arguments. */
export interface Caller {
  /** The name the client gave itself. */
  readonly client?: string;
  /** `_meta` of the request. */
  readonly meta?: unknown;
  /** The folders that are open in the client: none where it does not tell. Asks it only when called. */
  readonly folders: () => Promise<readonly string[]>;
}

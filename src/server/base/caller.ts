/** What a client tells of where a call comes from, besides its arguments. */
export interface Caller {
  /** The name the client gave itself. */
  readonly client?: string;
  /** `_meta` of the request. */
  readonly meta?: unknown;
  /** The folders that are open in the client: none where it does not tell. Asks it only when called. */
  readonly folders: () => Promise<readonly string[]>;
}

/**
 * Whether a client shows its model only some 8,000 characters of a reply, the JSON around it included, and cuts out the
 * middle of longer ones, as Cline does; others show twice that and more.
 */
export const showsLittle = ({ client = '' }: Caller): boolean => /^@?cline/i.test(client);

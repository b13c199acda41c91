import { createHash } from 'node:crypto';

/** What identifies a statement. */
export interface StatementIdentity {
  /** `history://<source>/<name>/<entry>`. */
  readonly reference: string;
  /** The whole text. */
  readonly text: string;
}

/** The reference without its entry, since the same statement may move to another entry later. */
export const baseOfReference = (reference: string): string => reference.slice(0, reference.lastIndexOf('/'));

/** Removes the numbers of masked secrets, which are local to a machine. */
const withoutNumbers = (text: string): string => text.replaceAll(/(\[secret: [^\]#]*) #\d+\]/g, '$1]');

/** A key for the same statement of the same source; changes with the text. */
export function statementKey({ reference, text }: StatementIdentity): string {
  const fingerprint = createHash('sha256').update(withoutNumbers(text)).digest('hex').slice(0, 16);
  return `${baseOfReference(reference)}#${fingerprint}`;
}

/** Reports whether two are the same statement, in whichever entry. */
export const isSameStatement = (a: StatementIdentity, b: StatementIdentity): boolean =>
  statementKey(a) === statementKey(b);

import { createHash } from 'node:crypto';

/** What tells one statement from others. */
export interface Identified {
  /** `history://<source>/<name>/<entry>`. */
  readonly reference: string;
  /** The whole text. */
  readonly text: string;
}

/** What the reference is of, without the entry: as more is said, the same statement may stand in another one. */
export const baseOfReference = (reference: string): string => reference.slice(0, reference.lastIndexOf('/'));

/** A number of a masked secret says only which one it was on this machine. */
const withoutNumbers = (text: string): string => text.replaceAll(/(\[secret: [^\]#]*) #\d+\]/g, '$1]');

/** The same for the same statement of the same thing; another one once its text is another. */
export function statementKey({ reference, text }: Identified): string {
  const fingerprint = createHash('sha256').update(withoutNumbers(text)).digest('hex').slice(0, 16);
  return `${baseOfReference(reference)}#${fingerprint}`;
}

/** Whether two are the same statement, wherever it stands. */
export const isSameStatement = (a: Identified, b: Identified): boolean => statementKey(a) === statementKey(b);

import { textOf, type Field } from './fields.ts';
import type { Part } from './types.ts';

/** Larger pictures are named, not kept. Characters of base64, which stand for three quarters as many bytes. */
const maxPictureChars = 2_000_000;

/** What every browser shows and what cannot hold a program, as SVG can. */
const pictureTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** A picture or document a transcript holds: with its data where that is a picture of sensible size, else by its media type. */
export function mediaPart(mimeType: string, data: Field): Part {
  const text = pictureTypes.includes(mimeType) ? textOf(data) : undefined;
  const fits = text !== undefined && text.length <= maxPictureChars && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
  return { inlineData: { mimeType, ...(fits && { data: text }) } };
}

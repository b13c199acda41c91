/**
 * Decodes a text with two bytes per character, by its byte order mark or the zeros in what is plain; undefined for
 * other bytes.
 */
export function wideText(bytes: Uint8Array): string | undefined {
  const encoding = wideEncoding(bytes);
  return encoding && new TextDecoder(encoding).decode(bytes);
}

/** Decodes UTF-8, or UTF-16 as some programs on Windows write it, without a byte order mark. */
export const decodedText = (bytes: Uint8Array): string => wideText(bytes) ?? new TextDecoder().decode(bytes);

/** Number of bytes that tell the encoding. */
const lookedAt = 64;

function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first = 0, second = 0] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const start = [...bytes.subarray(0, lookedAt)];
  const zerosAt = (odd: number): number => start.filter((byte, at) => at % 2 === odd && byte === 0).length;
  const [even, odd] = [zerosAt(0), zerosAt(1)];
  if (Math.max(even, odd) * 4 < start.length || even * odd > 0) return undefined; // padding has both
  return odd > 0 ? 'utf-16le' : 'utf-16be';
}

/** Words of short bytes are copied here: views of thousands of rows cost more than their sums. */
const scratch = new Uint32Array(1_024);
const scratchBytes = new Uint8Array(scratch.buffer);

/**
 * Checksum of bytes that changes if any of them does: four sums of words side by side, which a processor computes in
 * parallel.
 */
export function checksum(given: Uint8Array): number {
  const whole = given.length >> 2;
  const words = wordsOf(given);
  let [a, b, c, d] = [0x811c9dc5, 0x01000193, 0x9e3779b9, 0x85ebca6b];
  let n = 0;
  for (const end = whole - 3; n < end; n += 4) {
    a = Math.imul(a ^ (words[n] ?? 0), 0x01000193);
    b = Math.imul(b ^ (words[n + 1] ?? 0), 0x01000193);
    c = Math.imul(c ^ (words[n + 2] ?? 0), 0x01000193);
    d = Math.imul(d ^ (words[n + 3] ?? 0), 0x01000193);
  }
  for (; n < whole; n++) a = Math.imul(a ^ (words[n] ?? 0), 0x01000193);
  for (let at = whole * 4; at < given.length; at++) b = Math.imul(b ^ (given[at] ?? 0), 0x01000193);
  // One after the other, so that differences cannot cancel each other out.
  let sum = given.length;
  for (const one of [a, b, c, d]) sum = Math.imul(sum ^ (one ^ (one >>> 15)), 0x01000193);
  return sum >>> 0;
}

/** The whole words in bytes, at least. They must be aligned to multiples of their size. */
function wordsOf(given: Uint8Array): Uint32Array {
  if (given.length <= scratchBytes.length) {
    scratchBytes.set(given);
    return scratch;
  }
  const bytes = given.byteOffset % 4 === 0 ? given : new Uint8Array(given);
  return new Uint32Array(bytes.buffer, bytes.byteOffset, given.length >> 2);
}

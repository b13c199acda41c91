/** Tags however they are given: a list, JSON text of one, or a text with commas. */
export function parseTags(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.filter((tag) => typeof tag === 'string');
  if (typeof value !== 'string') return [];
  if (value.trim().startsWith('['))
    try {
      return parseTags(JSON.parse(value));
    } catch {
      // A tag may begin with a bracket.
    }
  return value.split(/[,，]/);
}

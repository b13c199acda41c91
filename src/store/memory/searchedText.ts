import type { Memory } from './types.ts';

/** The type of memories of which nobody said one. */
const plainType = 'note';

/** What of a memory is searched, and compared by its meaning: content, type and tags. */
export function searchedText({ content, type, tags }: Memory): string {
  const about = [...(type === plainType ? [] : [type]), ...tags];
  return about.length === 0 ? content : `${content}\n[${about.join(', ')}]`;
}

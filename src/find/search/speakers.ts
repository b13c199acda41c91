/** Matches `Name: text`, as conversations between people are written down. */
const named = /^([\p{Lu}\p{Lo}][\p{L}\p{M}'’.-]{0,30}(?: \p{Lu}[\p{L}\p{M}'’.-]{0,30}){0,2})[:：] ?/u;

const known = new Map<string, string>();

/** Returns a text's speaker in lower-case words: its agent and the name it begins with. Empty without either. */
export function speakerOf(text: string, agent: string | undefined): string {
  const name = named.exec(text)?.[1] ?? '';
  const key = agent === undefined ? name : `${name} ${agent}`;
  if (key === '') return '';
  const before = known.get(key);
  if (before !== undefined) return before;
  if (known.size > 1_000) known.clear();
  const speaker = key.toLowerCase().trim();
  known.set(speaker, speaker);
  known.set(key, speaker);
  return speaker;
}

/** Whether one of the words, in lower case, names a speaker. */
export const isNamed = (speaker: string, words: ReadonlySet<string>): boolean =>
  speaker !== '' && speaker.split(/[\s.-]+/).some((part) => words.has(part));

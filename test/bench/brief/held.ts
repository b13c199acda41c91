import type { Truth } from './truth.ts';

/** How many of so many a text holds. */
export interface Share {
  held: number;
  of: number;
}

export const subjects = ['requests', 'strictly', 'files', 'paths', 'commands', 'decisions'] as const;
export type Subject = (typeof subjects)[number];
export type Shares = Readonly<Record<Subject, Share>>;

export const noShares = (): Shares => ({
  requests: { held: 0, of: 0 },
  strictly: { held: 0, of: 0 },
  files: { held: 0, of: 0 },
  paths: { held: 0, of: 0 },
  commands: { held: 0, of: 0 },
  decisions: { held: 0, of: 0 },
});

/** What a text holds of what happened; what it does not is told to `missing`. */
export function heldIn(
  text: string,
  truth: Truth,
  missing: (subject: Subject, what: string) => void = () => undefined,
): Shares {
  const count = (subject: Subject, all: readonly string[], isHeld: (one: string) => boolean): Share => {
    const lost = all.filter((one) => !isHeld(one));
    for (const one of lost) missing(subject, one);
    return { held: all.length - lost.length, of: all.length };
  };
  const [lower, plain] = [text.toLowerCase(), lettersOf(text)];
  const outcomes = new Map(truth.commands.map(({ kind, failed }) => [kind, failed]));
  return {
    requests: count('requests', truth.requests, (request) => beginsIn(plain, request)),
    strictly: count('strictly', truth.requests, (request) => isMeantIn(text, plain, request)),
    files: count('files', truth.files, (path) => lower.includes(nameOf(path).toLowerCase())),
    paths: count('paths', truth.files, (path) =>
      belowAll(truth.files, path)
        .slice(-2)
        .every((part) => lower.includes(part.toLowerCase())),
    ),
    commands: count('commands', [...outcomes.keys()], (kind) =>
      tells(text, kind, outcomes.get(kind) === true),
    ),
    decisions: count(
      'decisions',
      truth.decisions,
      (decision) => beginsIn(plain, decision) || saidIn(text, decision),
    ),
  };
}

const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
const nameOf = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;

/** Its first 12 letters and digits stand there, of Chinese 8. */
const beginsIn = (plain: string, said: string): boolean =>
  plain.includes(lettersOf(said).slice(0, /\p{Script=Han}/u.test(said) ? 8 : 12));

/** Words that carry no meaning by themselves. */
const empty = new Set(
  'a an and are as at be but by can do does for from had has have i if in into is it its me my not now of on or our please so some than that the then there these this those to up us was we were what when which will with would you your'.split(
    ' ',
  ),
);

/** Its words that mean something; of Chinese pairs of characters. */
const wordsOf = (said: string): readonly string[] => [
  ...new Set(
    [...(said.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])]
      .flatMap((word) =>
        /\p{Script=Han}/u.test(word)
          ? Array.from({ length: word.length - 1 }, (_, n) => word.slice(n, n + 2))
          : [word],
      )
      .filter((word) => word.length > 1 && !empty.has(word)),
  ),
];

/** Its first 40 letters, of Chinese 16, stand there, or all of its first sentence, or in one piece of a line three of five of its words that mean something. */
function isMeantIn(text: string, plain: string, said: string): boolean {
  const letters = lettersOf(said);
  const most = /\p{Script=Han}/u.test(said) ? 16 : 40;
  if (plain.includes(letters.slice(0, most))) return true;
  const sentence = lettersOf(/^.*?[.!?。！？](?=\s|$|\p{Script=Han})/su.exec(said)?.[0] ?? said);
  if (sentence.length >= 8 && plain.includes(sentence)) return true;
  const words = wordsOf(said);
  const isSaid = (piece: string): boolean =>
    words.filter((word) => piece.includes(word)).length >= 0.6 * words.length;
  return (
    words.length > 0 &&
    text
      .toLowerCase()
      .split(/[\n;]|\(?s?\d*\/\d+\)?/)
      .some(isSaid)
  );
}

/** One line has three of four of its words of five letters and more. */
function saidIn(text: string, said: string): boolean {
  const words = [...new Set(said.toLowerCase().match(/\p{L}{5,}|\p{Script=Han}{2}/gu))];
  const lines = text.toLowerCase().split('\n');
  return (
    words.length > 0 &&
    lines.some((line) => words.filter((word) => line.includes(word)).length >= 0.75 * words.length)
  );
}

const bad = /\bfail|error|✗|失败|未通过|does not pass|broken/i;
const good = /\bpass|\bok\b|succe|clean|green|成功|通过|✓|✔/i;

/** A line tells of this kind of command and then how it ended, before it tells of another. */
function tells(text: string, kind: string, failed: boolean): boolean {
  const name = new RegExp(`(?<![\\w-])${kind.replaceAll(/\W/g, '\\$&')}(?![\\w-])`, 'i');
  return text.split('\n').some((line) =>
    line.split('; ').some((part) => {
      const after = name.exec(part);
      if (!after) return false;
      const rest = part.slice(after.index);
      const [firstGood, firstBad] = [rest.search(good), rest.search(bad)];
      const isBad = firstBad >= 0 && (firstGood < 0 || firstBad < firstGood);
      return failed ? isBad : firstGood >= 0 && !isBad;
    }),
  );
}

/** The parts of a path below the folder that all share. */
function belowAll(all: readonly string[], path: string): string[] {
  const parts = path.split(/[\\/]/);
  const isShared = (n: number): boolean => all.every((other) => other.split(/[\\/]/)[n] === parts[n]);
  const start = parts.findIndex((_, n) => !isShared(n));
  return start < 0 ? parts.slice(-1) : parts.slice(start);
}

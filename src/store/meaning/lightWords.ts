import { terms } from '../text/tokens.ts';

/** Words that hold a question together, and tell little of what it is about where others mean something. */
const lightWords = `add get make use see show find run keep tell go happen thing do want need take put let know look come turn start give
    end set work try give call change now then again any all every always never new old other same one two more most
    there here out up off over back between through after before`;
/** Their stems, found when they are asked for: not every program asks. */
let light: ReadonlySet<string> | undefined;
const lightCharacters = new Set(
  '什么 怎么 么样 怎样 如何 为什 哪里 哪些 在哪 多少 可以 能不 不能 没有 我们 你们 他们 一个 这个 那个 老是 总是 时候 知道 需要 使用 进行 办法 么办 是否 有没'.split(
    ' ',
  ),
);

/** What such a word counts there. */
export const lightWeight = 0.5;

/** Whether a term of a query tells little of what it is about. */
export const isLight = (term: string): boolean =>
  (light ??= new Set(terms(lightWords))).has(term) || lightCharacters.has(term);

import { terms } from '../../disk/text/tokens.ts';

/** Function words of questions, which say little about the topic although they may be verbs or nouns elsewhere. */
const functionWords = `add get make use see show find run keep tell go happen thing do want need take put let know look come turn start give
    end set work try give call change now then again any all every always never new old other same one two more most
    there here out up off over back between through after before`;
/** Stems of these words, computed on first use. */
let functionStems: ReadonlySet<string> | undefined;
const functionCharacters = new Set(
  '什么 怎么 么样 怎样 如何 为什 哪里 哪些 在哪 多少 可以 能不 不能 没有 我们 你们 他们 一个 这个 那个 老是 总是 时候 知道 需要 使用 进行 办法 么办 是否 有没'.split(
    ' ',
  ),
);

/** Weight of such a word. */
export const functionWordWeight = 0.5;

/** Reports whether a query's term says little about its topic. */
export const isFunctionWord = (term: string): boolean =>
  (functionStems ??= new Set(terms(functionWords))).has(term) || functionCharacters.has(term);

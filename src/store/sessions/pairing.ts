import type { Content, ContentPart, FunctionResponse } from './content.ts';
import { isThought, mediaText } from './parts.ts';
import { emptyAnswer, unanswered } from './toolCalls.ts';

/** APIs take ids of this length and these characters (OpenAI 40, Anthropic `^[a-zA-Z0-9_-]+$`). */
const maxIdLength = 40;
/** OpenAI takes names of functions of this length. */
const maxNameLength = 64;

/**
 * The history in the order every API takes: after a turn with calls comes a turn with exactly their answers, ids are
 * unique and valid, thoughts and empty parts are gone, and pictures are lines that name them. An answer of which
 * nothing is left goes, too, or has a mark in its place where the history is not `curated`.
 */
export function pairedHistory(history: readonly Content[], curated: boolean): Content[] {
  const ids = new CallIds();
  return history.flatMap((turn, at) => {
    const said = turn.parts.filter((part) => !isThought(part) && !part.functionResponse).flatMap(plainPart);
    const isCall = (part: ContentPart): boolean => part.functionCall !== undefined;
    if (turn.role === 'user')
      return turnOf(
        'user',
        said.filter((part) => !isCall(part)),
      );
    if (!said.some(isCall))
      return turnOf('model', said.length > 0 || curated ? said : [{ text: emptyAnswer }]);
    return withAnswers(said, answersAfter(history, at), ids);
  });
}

function plainPart(part: ContentPart): ContentPart[] {
  if (part.functionCall) return [part];
  const text = part.text ?? mediaText(part);
  return text.trim() === '' ? [] : [{ text }];
}

const turnOf = (role: Content['role'], parts: readonly ContentPart[]): Content[] =>
  parts.length === 0 ? [] : [{ role, parts }];

/** The answers up to the next turn of the model. */
function answersAfter(history: readonly Content[], at: number): FunctionResponse[] {
  const answers: FunctionResponse[] = [];
  for (let next = at + 1; history[next]?.role === 'user'; next++)
    for (const { functionResponse } of history[next]?.parts ?? [])
      if (functionResponse) answers.push(functionResponse);
  return answers;
}

function withAnswers(said: readonly ContentPart[], answers: FunctionResponse[], ids: CallIds): Content[] {
  const responses: ContentPart[] = [];
  const parts = said.map((part): ContentPart => {
    if (!part.functionCall) return part;
    const { id: own, args = {} } = part.functionCall;
    const answer = takeAnswer(answers, part.functionCall);
    const [id, name] = [ids.next(own), validName(part.functionCall.name)];
    responses.push({ functionResponse: { id, name, response: answer?.response ?? { error: unanswered } } });
    return { functionCall: { id, name, args } };
  });
  return [
    { role: 'model', parts },
    { role: 'user', parts: responses },
  ];
}

/** The answer with the id of a call; where one of them has no id, the first of the same name. */
function takeAnswer(
  answers: FunctionResponse[],
  { id, name }: { readonly id?: string; readonly name: string },
): FunctionResponse | undefined {
  const byId = answers.findIndex((answer) => id !== undefined && answer.id === id);
  const byName = (): number =>
    answers.findIndex((answer) => answer.name === name && (id === undefined || answer.id === undefined));
  const at = byId === -1 ? byName() : byId;
  return at === -1 ? undefined : answers.splice(at, 1)[0];
}

const validName = (name: string): string => name.replaceAll(/[^\w-]/g, '_').slice(0, maxNameLength) || 'tool';

/** Gives every call an id of its own, near to the one it had. */
class CallIds {
  readonly #taken = new Set<string>();

  next(own = ''): string {
    const base = own.replaceAll(/[^\w-]/g, '_').slice(0, maxIdLength) || 'call';
    let id = base;
    for (let n = 2; this.#taken.has(id); n++) id = `${base.slice(0, maxIdLength - 8)}_${n}`;
    this.#taken.add(id);
    return id;
  }
}

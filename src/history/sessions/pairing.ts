import type { Content, ContentPart, FunctionResponse } from './content.ts';
import { isThought, mediaText } from './parts.ts';
import { emptyAnswer, unanswered } from './toolCalls.ts';

/** Maximum length of ids in all APIs (OpenAI 40; Anthropic also requires `^[a-zA-Z0-9_-]+$`). */
const maxIdLength = 40;
/** Maximum length of OpenAI's function names. */
const maxNameLength = 64;

/**
 * Orders a history as every API requires: results directly follow their calls, ids are unique and valid, thoughts and
 * empty parts are dropped, and pictures become lines. An empty answer is dropped, or becomes a placeholder without
 * `curated`.
 */
export function pairedHistory(history: readonly Content[], curated: boolean): Content[] {
  const ids = new CallIds();
  const paired = (turn: Content, at: number): Content[] => {
    const content = turn.parts
      .filter((part) => !isThought(part) && !part.functionResponse)
      .flatMap(plainPart);
    const isCall = (part: ContentPart): boolean => part.functionCall !== undefined;
    if (turn.role === 'user')
      return turnOf(
        'user',
        content.filter((part) => !isCall(part)),
      );
    if (!content.some(isCall))
      return turnOf('model', content.length > 0 || curated ? content : [{ text: emptyAnswer }]);
    return withAnswers(content, answersAfter(history, at), ids);
  };
  return history.flatMap((turn, at) => paired(turn, at).map((each) => withSaid(each, turn)));
}

const withSaid = (turn: Content, { said }: Content): Content => (said ? { ...turn, said } : turn);

function plainPart(part: ContentPart): ContentPart[] {
  if (part.functionCall) return [part];
  const text = part.text ?? mediaText(part);
  return text.trim() === '' ? [] : [{ text }];
}

const turnOf = (role: Content['role'], parts: readonly ContentPart[]): Content[] =>
  parts.length === 0 ? [] : [{ role, parts }];

/** The results up to the next turn of the model. */
function answersAfter(history: readonly Content[], at: number): FunctionResponse[] {
  const answers: FunctionResponse[] = [];
  for (let next = at + 1; history[next]?.role === 'user'; next++)
    for (const { functionResponse } of history[next]?.parts ?? [])
      if (functionResponse) answers.push(functionResponse);
  return answers;
}

function withAnswers(content: readonly ContentPart[], answers: FunctionResponse[], ids: CallIds): Content[] {
  const responses: ContentPart[] = [];
  const parts = content.map((part): ContentPart => {
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

/** Takes the result with the id of a call; without an id, the first of the same name. */
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

/** Assigns unique ids, similar to the original ones. */
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

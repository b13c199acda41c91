import type { JsonValue } from '../../disk/base/core.ts';
import { fieldsOf, isList, listOf, textOf } from '../../agents/reading/fields.ts';
import type { ToolCall } from '../../agents/reading/types.ts';

/** Splits a text without code to sentences, in which decisions and rules are searched. */
export function sentencesOf(text: string): string[] {
  return text
    .slice(0, longestText)
    .replaceAll(/^```[^]*?^```/gm, '\n')
    .split(/\n+|(?<=[.!?;])\s+|(?<=[。！？；])/)
    .map((sentence) => sentence.replace(/^[\s>*#•-]+|^\d+[.)]\s+/g, '').trim())
    .filter((sentence) => sentence.length >= 6 && sentence.length <= 400);
}

/** Longer texts are pasted logs, not rules. Characters. */
const longestText = 20_000;

const lead = String.raw`^(?:(?:please|also|and|but|then|so|ok|again|remember|important|note|rule|you|we|i want you to|make sure (?:to|you)|be sure to)[\s,:!.]+){0,3}`;
const rules: readonly RegExp[] = [
  new RegExp(
    String.raw`${lead}(?:never|always|don['’]?t|do not|avoid|must|only (?:use|change|edit|touch|run)|under no circumstances|from now on|no need to)\b`,
    'i',
  ),
  /\b(?:must|shall|should|may|can|will)(?: not|n['’]t)? (?:never|always|only|not)\b|\bmust(?:n['’]t| be| have| use| stay| remain| keep| work| support| pass)\b|\bfrom now on\b|\bunder no circumstances\b|\bno matter what\b/i,
  /\b(?:never|always) (?:use|commit|push|write|add|run|change|edit|delete|touch|ask|deploy|merge|call|store|log|mock|skip)\b|\b(?:are|is) (?:never|always) to\b/i,
  /必须|务必|一定要|禁止|严禁|切勿|请勿|不许|不得|不允许|不要|别再|绝不|永远不|始终|只能|只允许|每次都|以后都|从现在起|(?:^|[，,：:])(?:别|不能|避免|总是|只用)/,
  /(?:してはいけない|しないで|必ず|禁止|niemals|immer nur|jamais|toujours|nunca|siempre|sempre)/i,
];
const noRule =
  /\b(?:don['’]?t|do not) (?:work|worry|know|think|understand|see|have|care|get|seem|match|exist|show|want|remember|like|mind|need|believe|appear|fit)\b|\bnever ?mind\b|\b(?:always|never) (?:fails?|shows?|returns?|gets?|works?|happens?|seems?|ends?|worked|had|been|see|saw)\b|\?$|？$|不要紧|不得不|不得了/i;

/** Returns the sentences that state a lasting rule. */
export const rulesIn = (sentences: readonly string[]): string[] =>
  sentences.filter((sentence) => !noRule.test(sentence) && rules.some((rule) => rule.test(sentence)));

const choices: readonly RegExp[] = [
  /\b(?:use|using|go with|switch(?:ed|ing)? (?:from|to)|stick (?:with|to)|choose|chose|pick|prefer|adopt|replace|store|keep|move|migrate)\b.*\b(?:instead(?: of)?|rather than|over|with|to)\b.*\b/i,
  /\b(?:we|i)(?:['’]ve| have|['’]ll| will)? decided?\b|\bdecision\b ?:|\blet['’]?s (?:use|go with|switch|stick|drop|move to|adopt)\b|\bgo with (?:option|the)\b/i,
  /改用|决定|就用|采用|选用|换成|换为|弃用|代替|取代|不用.{1,20}[，,]?用|(?:按|选|用)方案|选择第/,
];
const marked =
  /\binstead\b|\brather than\b|\bswitch|\bdecided?\b|\bdecision\b|\blet['’]?s\b|\bgo with\b|\bprefer\b|\breplace\b|\p{Script=Han}/iu;

/** Returns the sentences that decide something. */
export const choicesIn = (sentences: readonly string[]): string[] =>
  sentences.filter(
    (sentence) =>
      !/[?？]$/.test(sentence) && marked.test(sentence) && choices.some((choice) => choice.test(sentence)),
  );

const heading =
  /^\s*(?:#{1,6}\s+|\*\*)(?:(?:key|design|final|technical|architectural?|main)\s+)?(?:decisions?(?: made)?|decided|决策|决定|关键决策|设计决策)(?:\*\*)?\s*[:：]?\s*(?:\*\*)?\s*$/i;
const inline =
  /^\s*(?:[-*>]\s+)?(?:\*\*)?(?:(?:key|design|final)\s+)?(?:decision|决定|决策|最终决定|最终方案)(?:\s+\w{1,6})?(?:\*\*)?\s*[:：]\s*(?:\*\*)?\s*(\S.{5,300})$/i;

/** Returns what an agent calls a decision: a line that begins so, or the list below such a heading. */
export function decisionsIn(text: string): string[] {
  const found: string[] = [];
  let below = false;
  for (const line of text.slice(0, longestText).split('\n')) {
    const [, said] = inline.exec(line) ?? [];
    const [, item] = /^\s*(?:[-*]|\d+[.)])\s+(\S.{5,300})$/.exec(line) ?? [];
    if (said !== undefined) found.push(plain(said));
    else if (heading.test(line)) below = true;
    else if (below && item !== undefined) found.push(plain(item));
    else if (line.trim() !== '') below = false;
  }
  return found;
}

const plain = (text: string): string => text.replaceAll(/\*\*|__/g, '').trim();

/** Returns the person's answers to an agent's question. */
export function answersIn({ name, args, result, status }: ToolCall): string[] {
  if (status !== 'success') return [];
  if (!/ask_?(?:user|question|followup)|askQuestions|request_user_input/i.test(name)) return [];
  const said = textIn(result);
  const pairs = [...said.matchAll(/"([^"]{3,300})"\s*=\s*"([^"]{1,300})"/g)].map(
    ([, question = '', answer = '']) => `${question} → ${answer}`,
  );
  if (pairs.length > 0) return pairs;
  const questions = [args, ...listOf(args.questions).map(fieldsOf)].map(({ question }) => textOf(question));
  const question = questions.find((text) => text !== undefined);
  const answer = said
    .replaceAll(/^(?:User (?:selected|responded|answered|chose)|Answer):?\s*|<\/?answer>/gi, '')
    .trim();
  const last = question?.trim().split('\n').at(-1) ?? '';
  return last === '' || answer === '' || answer.length > 300 ? [] : [`${last} → ${answer}`];
}

/** Returns the title of a plan that the person approved. */
export function approvedPlan({ name, args, status }: ToolCall): string[] {
  if (status !== 'success' || !/^(?:exit_?plan_?mode|present_?plan)$/i.test(name)) return [];
  const plan = textOf(args.plan) ?? '';
  const [first] = plan
    .split('\n')
    .map((line) => plain(line.replace(/^[#\s]+/, '')))
    .filter((line) => line !== '');
  return first === undefined ? [] : [first];
}

/** Returns all text of a result, without field names. */
function textIn(result: JsonValue | undefined): string {
  if (typeof result === 'string') {
    if (!/^\s*[{[]/.test(result)) return result;
    const answers = [...result.matchAll(/"answers?"\s*:\s*\[?\s*"((?:[^"\\]|\\.)*)"/g)].map(
      ([, said = '']) => said,
    );
    return answers.length > 0 ? answers.join(', ') : result;
  }
  if (isList(result)) return result.map(textIn).join('\n');
  const fields = fieldsOf(result);
  const part = fields.type === 'text' ? textOf(fields.text) : undefined;
  return part ?? Object.values(fields).map(textIn).join('\n');
}

import type { JsonValue } from '../../disk/base/core.ts';
import { fieldsOf, isList, listOf, textOf } from '../../agents/reading/fields.ts';
import type { ToolCall } from '../../agents/reading/types.ts';

/** Splits what a person typed to sentences, in which decisions and rules are searched: no code, logs and documents. */
export function sentencesOf(text: string): string[] {
  return typedIn(text.slice(0, longestText).replaceAll(/^[ \t]*(```|~~~)[^]*?^[ \t]*\1/gm, '\n'))
    .split(/\n+|(?<=[.!?;])\s+|(?<=[。！？；])/)
    .map((sentence) => sentence.replace(/^[\s>*#•-]+|^\d+[.)]\s+/g, '').trim())
    .filter((sentence) => sentence.length >= 6 && sentence.length <= 400);
}

/** Longer texts are pasted logs, not rules. Characters. */
const longestText = 20_000;

const title = /^#{1,6}\s+\S/;
const titleOfRules =
  /\b(?:rules?|constraints?|conventions?|requirements?|never|always)\b|规则|约束|约定|规范|要求/i;
/** Lines of tables, code, comments, diffs, shells, stacks and logs. */
const pasted = new RegExp(
  [
    String.raw`^\s*\|.*\|\s*$|[{}]\s*$|[({=].*;\s*$`,
    String.raw`^\s*(?:\/\/|\/\*|\*\/|<!--|@@ |\$ |>>> |at \S+ \(|npm (?:ERR|WARN)|[✗✖×✓✔●])`,
    String.raw`^\s*\[?\d{1,4}[-:./]\d\d[-:./]\d\d|^\s*\S+\.\w{1,4}:\d+`,
    String.raw`^\s*\[?(?:ERROR|WARN|INFO|DEBUG|TRACE|FAIL|PASS)\b|^\s*(?:\w*Error|error|panic|fatal|Traceback)\b[^:]{0,20}:`,
  ].join('|'),
);

/** Leaves out pasted lines, and of a document with titles, such as a plan, all that does not stand before them or below one of rules. */
function typedIn(text: string): string {
  const lines = text.split('\n');
  const isDocument = lines.filter((line) => title.test(line)).length > 1;
  let isTyped = true;
  const typed = lines.filter((line) => {
    if (!title.test(line)) return isTyped && !pasted.test(line);
    isTyped = !isDocument || titleOfRules.test(line);
    return false;
  });
  return typed.join('\n');
}

const lead = String.raw`^(?:\[[^\]]{1,20}\]\s*)?(?:(?:please|also|and|but|then|so|ok|no|wait|actually|again|remember|important|note|rule|you|we|i want you to|make sure (?:to|you)|be sure to)[\s,:!.]+){0,3}`;
const rules: readonly RegExp[] = [
  new RegExp(
    String.raw`${lead}(?:never|always|don['’]?t|do not|avoid|must|only (?:use|change|edit|touch|run)|under no circumstances|from now on|no need to|no (?:new|extra|external|further|additional|third[- ]party|breaking)\b|stick to|nothing but)\b`,
    'i',
  ),
  new RegExp(
    String.raw`${lead}(?:in|for|across|throughout) (?:all|every|each|any|the (?:whole|entire))\b.{1,60}\b(?:use|write|keep|prefer|call|name|stick|put|add)\b`,
    'i',
  ),
  /^(?:\W*\[\w+\]\s*)?(?:[a-z]+\s+)?(?:rules?|constraints?|conventions?|requirements?|polic(?:y|ies))\b[^.:]{0,40}:\s*\S/i,
  /\b(?:must|shall|should)(?:n['’]t| not| never| always| only)\b|\b(?:may|can) (?:never|only(?! be))\b|\bmust(?: be| have| use| stay| remain| keep| work| support| pass)\b|\bfrom now on\b|\bunder no circumstances\b|\bno matter what\b|\bwithout exception\b/i,
  /\b(?:never|always) (?:use|commit|push|write|add|run|change|edit|delete|touch|ask|deploy|merge|call|store|log|mock|skip)\b|\b(?:are|is) (?:never|always) to\b/i,
  /\bi (?:really )?(?:don['’]?t|do not) want\b|\bmake sure\b.*\b(?:never|always|not|only)\b|\b(?:keep|leave)\b.{1,40}\b(?:as (?:it|they|is)\b|unchanged|untouched)|\bwithout (?:touching|changing|breaking|modifying|editing)\b/i,
  /必须|务必|一定要|禁止|严禁|切勿|请勿|不许|不得|不准|不允许|不可以|不要|别再|绝不|永远不|始终|只能|只准|只允许|不应该(?!是|发生|出现|这样)|每次都(?:要|得|必须|应|用|先)|以后都|从现在起|一律|统一(?:用|使用|采用|按|放)|(?:^|[，,：:])(?:别|不能|避免|总是|只用)/,
  /(?:所有|全部|任何|整个项目).{0,24}(?:都|均)(?:用|使用|采用|要|得|应|按|以|放|写|保持|不能|不用)|(?:规则|约定|规定|要求|约束|原则)[:：]|保持.{1,20}不变/,
  /(?:してはいけない|しないで|必ず|禁止|niemals|immer nur|jamais|toujours|nunca|siempre|sempre)/i,
];
const noRule =
  /\b(?:don['’]?t|do not) (?:work|worry|know|think|understand|see|have|care|get|seem|match|exist|show|want to (?:know|wait|worry)|remember|like|mind|need|believe|appear|fit)\b|\bnever ?mind\b|\b(?:always|never) (?:fails?|shows?|returns?|gets?|works?|happens?|seems?|ends?|worked|had|been|see|saw)\b|不要紧|不要求|不得不|不得了/i;
/** Says what is likely, or complains. */
const noOrder =
  /\bthere must be\b|\b(?:it|that|this) must (?:be|have) (?:the|a|an|some\w*|because|due|been|in)\b|\bmust have (?:been|\w+ed)\b|\bshould(?:n['’]t| not) (?:have|happen|matter|be (?:this|like|so|necessary|needed))\b/i;
const question =
  /[?？]["”)]?$|^(?:(?:and|but|so|ok|wait|then)[\s,]+)*(?:why|how|what(?! i\b| we\b)|is|are|was|were|does|did|has|do (?:we|you|i|they))\b|要不要|能不能|可不可以|^(?:为什么|为何|怎么|是否|是不是)|[吗呢]$/i;

/** Whether it states something as a whole: no question, no beginning of a list, and no piece of a longer quotation. */
const isStatement = (sentence: string): boolean =>
  !question.test(sentence) && !/[:：]$/.test(sentence) && (sentence.match(/"/g)?.length ?? 0) % 2 === 0;

/** Returns the sentences that state a lasting rule. */
export const rulesIn = (sentences: readonly string[]): string[] =>
  sentences.filter(
    (sentence) =>
      isStatement(sentence) &&
      !noRule.test(sentence) &&
      !noOrder.test(sentence) &&
      rules.some((rule) => rule.test(sentence)),
  );

const choices: readonly RegExp[] = [
  /\b(?:use|using|go with|stick (?:with|to)|choose|chose|pick|adopt|store|keep|move|migrate|write|call|name)\b.*\b(?:instead(?: of)?|rather than)\b/i,
  /\bswitch(?:ed|ing)? (?:over )?(?:from|to)\b|\bprefer\b.*\b(?:instead(?: of)?|rather than|over|to)\b/i,
  /(?<!\b(?:if|once|until|when|before|after|how|what|whether) )\b(?:we|i)(?:['’]ve| have|['’]ll| will)? (?:decided?|agreed|settled on)\b|\bdecision\b ?:|\blet['’]?s (?:use|go with|switch|stick|drop|move to|adopt)\b|\bgo with (?:option|the)\b/i,
  /\b(?:it|that|this)(?:['’]s| is) (?:settled|decided|agreed|final)\b|^(?:\W*\[\w+\]\s*)?(?:final|agreed|decided|settled)\b[^.:]{0,20}:/i,
  /改用|决定|就用|采用|选用|弃用|代替|取代|不用.{1,20}[，,]?用|(?:按|选|用)方案|选择第|定了|就这[么样]定|敲定|拍板|最终(?:用|选|采用)|确定(?:用|使用|采用|为)|那就(?:用|选|按)/,
];
const noChoice = /决定性|决定于|取决|由.{1,12}决定|[没未].{0,4}(?:决定|定了)|不确定|你.{0,3}决定/;

/** Returns the sentences that decide something. */
export const choicesIn = (sentences: readonly string[]): string[] =>
  sentences.filter(
    (sentence) =>
      isStatement(sentence) && !noChoice.test(sentence) && choices.some((choice) => choice.test(sentence)),
  );

const open =
  /\b(?:open|unresolved|unanswered) (?:question|issue|point|item)s?\b|\bstill (?:to (?:do|be|decide|clarify|write|add|fix)|undecided)\b|\bto be (?:decided|clarified|determined|confirmed)\b|\bTBD\b|\bnot (?:yet )?decided\b|^(?:\W*\[\w+\]\s*)?(?:todo|to do)\b ?:|待定|待办|待确认|待解决|未决|[没未尚]有?(?:定下|决定|确定|想好)|还没定|以后再(?:说|做|定)|稍后再(?:说|做|定)|遗留问题/i;

/** Reports whether a sentence leaves something open. */
export const isOpenQuestion = (sentence: string): boolean => open.test(sentence);

const telling =
  /\b(?:don['’]?t|do not|never|always|must|instead|wrong|actually|should|not|only|no longer|cannot|can['’]t|rather|except|unless|without|at (?:most|least)|make sure)\b|不|别|只|必须|应该|而是|其实|错了|除了|至少|最多/i;

/** Reports whether a sentence corrects or limits what is asked for. */
export const tellsMore = (sentence: string): boolean => telling.test(sentence);

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

import { ErrorCode, McpError, type GetPromptResult, type Prompt } from '@modelcontextprotocol/sdk/types.js';
import { memoryPromptList } from './memory/memoryOffers.ts';
import { languages, type Language } from '../store/base/language.ts';
import { agentRules, type RulesKind, type RulesOptions } from '../store/rules/rules.ts';

interface RulesPrompt {
  readonly kind: RulesKind;
  readonly title: string;
  readonly description: string;
}

const prompts: ReadonlyMap<string, RulesPrompt> = new Map([
  [
    'history_rules',
    {
      kind: 'full',
      title: 'History rules',
      description: 'How to keep the conversation history: the full rules.',
    },
  ],
  [
    'history_rules_minimal',
    {
      kind: 'minimal',
      title: 'History rules, short',
      description: 'How to keep the conversation history, in short.',
    },
  ],
]);

const promptArguments = [{ name: 'language', description: 'en or zh; default: the language of the system' }];

/** The prompts as `prompts/list` replies them. */
export const listPrompts = (): Prompt[] =>
  [...prompts].map(([name, { title, description }]) => ({
    name,
    title,
    description,
    arguments: promptArguments,
  }));

/** The text of a prompt; throws an `McpError` that lists what there is when the name or language is unknown. */
export function getPrompt(
  name: string,
  args: Readonly<Record<string, string>>,
  defaults: RulesOptions & { readonly language: Language },
): GetPromptResult {
  const prompt = prompts.get(name);
  if (!prompt)
    throw refuse(
      `There is no prompt "${name}"; the prompts are ${[...prompts.keys(), ...memoryPromptList.map((known) => known.name)].join(', ')}.`,
    );
  const given = args.language === undefined || args.language === '' ? defaults.language : args.language;
  const language = languages.find((known) => known === given);
  if (!language) throw refuse(`language takes ${languages.join(' or ')}, but got ${JSON.stringify(given)}.`);
  const text = agentRules(prompt.kind, language, defaults);
  return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] };
}

const refuse = (message: string): McpError => new McpError(ErrorCode.InvalidParams, message);

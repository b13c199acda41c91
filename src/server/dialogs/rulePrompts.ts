import { StoreError, languages } from '../../disk/base/core.ts';
import type { RulesKind } from '../../agents/profile/parts.ts';
import { agentRules } from '../../history/rules/rules.ts';
import { oneOf } from '../base/completion.ts';
import type { Prompt } from '../base/offers.ts';

function rulePrompt(kind: RulesKind, name: string, title: string, description: string): Prompt {
  return {
    name,
    title,
    description,
    arguments: [
      {
        name: 'language',
        description: 'en or zh; default: the language of the system',
        complete: oneOf(...languages),
      },
    ],
    ofProject: false,
    write: (args, context) => {
      const requested =
        args.language === undefined || args.language === '' ? context.language : args.language;
      const language = languages.find((known) => known === requested);
      if (language) return agentRules(kind, language, context);
      const message = `language takes ${languages.join(' or ')}, but got ${JSON.stringify(requested)}.`;
      throw new StoreError('invalid_argument', message);
    },
  };
}

/** The prompts with the rules for keeping the history. */
export const rulePrompts: readonly Prompt[] = [
  rulePrompt(
    'full',
    'history_rules',
    'History rules',
    'How to keep the conversation history: the full rules.',
  ),
  rulePrompt(
    'minimal',
    'history_rules_minimal',
    'History rules, short',
    'How to keep the conversation history, in short.',
  ),
];

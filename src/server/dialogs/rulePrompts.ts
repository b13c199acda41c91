import { StoreError, languages } from '../../store/base/core.ts';
import { agentRules, type RulesKind } from '../../store/rules/rules.ts';
import { oneOf } from '../base/completion.ts';
import type { Prompt } from '../base/offers.ts';

function rulePrompt(kind: RulesKind, name: string, title: string, description: string): Prompt {
  return {
    ...{ name, title, description },
    arguments: [
      {
        name: 'language',
        description: 'en or zh; default: the language of the system',
        complete: oneOf(...languages),
      },
    ],
    ofProject: false,
    write: (args, context) => {
      const asked = args.language === undefined || args.language === '' ? context.language : args.language;
      const language = languages.find((known) => known === asked);
      if (language) return agentRules(kind, language, context);
      const message = `language takes ${languages.join(' or ')}, but got ${JSON.stringify(asked)}.`;
      throw new StoreError('invalid_argument', message);
    },
  };
}

/** The prompts that tell an agent how to keep the history. */
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

import type { Language } from '../../../src/disk/base/core.ts';
import type { RulesKind } from '../../../src/agents/profile/parts.ts';
import { agentRules } from '../../../src/history/rules/rules.ts';

const names: Readonly<Record<Language, Readonly<Record<RulesKind, string>>>> = {
  en: { full: 'Full rules', minimal: 'Minimal rules' },
  zh: { full: '完整规则', minimal: '最小规则' },
};

const introduction = `# Rules for agents · Agent 规则

<!-- Generated from the rules themselves by scripts/rules-doc.mjs; a test fails when it is stale. -->

The full rules are for an agent's lasting instructions (AGENTS.md, CLAUDE.md, GEMINI.md and the like), the minimal ones
for pasting into a chat. Put the absolute path of your project in place of \`<ABS_PROJECT_ROOT>\`. Agents that take
prompts from MCP servers get the same texts as \`history_rules\` and \`history_rules_minimal\`.

完整规则用于智能体的长期指令（AGENTS.md、CLAUDE.md、GEMINI.md 等），最小规则用于粘贴到聊天中。请把
\`<ABS_PROJECT_ROOT>\` 替换为项目的绝对路径。支持 MCP 提示词的智能体也可以用 \`history_rules\` 和
\`history_rules_minimal\` 取得相同的文本。
`;

/** The rules in both languages, as they stand in docs/rules.md. */
export function rulesDocument(): string {
  const languages = ['en', 'zh'] as const;
  const kinds = ['full', 'minimal'] as const;
  const sections = languages.flatMap((language) =>
    kinds.map((kind) => {
      // Four backticks, so that the text may hold blocks of its own.
      return `## ${names[language][kind]}\n\n\`\`\`\`text\n${agentRules(kind, language)}\`\`\`\`\n`;
    }),
  );
  return [introduction, ...sections].join('\n');
}

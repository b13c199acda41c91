import type { HookInput } from './hookInput.ts';

/** The forms in which agents take context from their hooks. */
const forms = {
  /** Claude Code, and those that took its hooks over: Codex, Gemini CLI, VS Code, Qwen Code, Factory Droid. */
  nested: (event: string, text: string): object => ({
    hookSpecificOutput: { hookEventName: event, additionalContext: text },
  }),
  copilot: (_event: string, text: string): object => ({ additionalContext: text }),
  cursor: (_event: string, text: string): object => ({ additional_context: text }),
} as const;

/** What is printed to hand a text to the agent that told this. */
export const answerOf = (input: HookInput, text: string): string =>
  JSON.stringify(forms[input.form](input.event ?? '', text));

/** A text in the user's name, reduced to the person's own words. */
export interface CodexText {
  /** Empty if the person said nothing. */
  readonly text: string;
  /** A shell command the person ran with `!`. */
  readonly command: string | undefined;
}

/** Tags of Codex's instructions to the model in the person's name. */
const injectedTags = [
  'environment_context',
  'user_instructions',
  'instructions',
  'skill',
  'turn_aborted',
  'subagent_notification',
  'subagents',
  'plugins',
  'recommended_plugins',
  'hook_prompt',
  'model_switch',
  'goal_context',
  'codex_internal_context',
] as const;
const agentsFile = '# agents.md instructions';
const request = '## My request for Codex:';
const imageMark = /^<\/?image(?: [^>\n]*)?>$/;

/** Separates the person's words from what Codex and editors add to them or write instead. */
export function readCodexText(text: string): CodexText {
  const trimmed = text.trim();
  const shell = contentsOf(trimmed, 'user_shell_command');
  if (shell !== undefined) {
    const command = between(shell, '<command>', '</command>') ?? shell;
    return { text: '', command: `!${command.trim()}` };
  }
  const injected =
    trimmed === '' ||
    trimmed.slice(0, agentsFile.length).toLowerCase() === agentsFile ||
    (trimmed.length < 1_000 && imageMark.test(trimmed)) ||
    injectedTags.some((tag) => contentsOf(trimmed, tag) !== undefined);
  if (injected) return { text: '', command: undefined };
  return { text: withoutEditorContext(text), command: undefined };
}

/** Removes the list of open files that editors put before the request. */
function withoutEditorContext(text: string): string {
  if (!text.trimStart().startsWith('# Context from my IDE setup:')) return text;
  const at = text.indexOf(request);
  return at === -1 ? text : text.slice(at + request.length).trim();
}

/** Content between the tags if they enclose the whole text, case-insensitive. */
function contentsOf(text: string, tag: string): string | undefined {
  const closing = `</${tag}>`;
  if (text.slice(0, tag.length + 1).toLowerCase() !== `<${tag}`) return undefined;
  if (!/[\s>]/.test(text.charAt(tag.length + 1))) return undefined;
  if (text.slice(-closing.length).toLowerCase() !== closing) return undefined;
  return text.slice(text.indexOf('>') + 1, -closing.length);
}

function between(text: string, opening: string, closing: string): string | undefined {
  const start = text.indexOf(opening);
  const end = text.indexOf(closing, start);
  return start === -1 || end === -1 ? undefined : text.slice(start + opening.length, end);
}

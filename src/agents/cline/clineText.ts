import type { JsonObject } from '../../disk/base/core.ts';
import { elementsIn } from '../reading/elements.ts';

/** Tags that Cline puts around the person's words. */
const wrappers = /<\/?(task|feedback|answer|user_message|user_feedback)>\n?/g;
const wrapperNames: ReadonlySet<string> = new Set([
  'task',
  'feedback',
  'answer',
  'user_message',
  'user_feedback',
]);

/** Removes the `<environment_details>` that Cline adds to every message. */
export function withoutEnvironment(text: string): string {
  let rest = text;
  for (
    let from = rest.indexOf('<environment_details>');
    from !== -1;
    from = rest.indexOf('<environment_details>')
  ) {
    const end = rest.indexOf('</environment_details>', from);
    rest = rest.slice(0, from) + (end === -1 ? '' : rest.slice(end + '</environment_details>'.length));
  }
  return rest === text ? text : rest.trim();
}

/** Working folder of a task, from the first `<environment_details>`. */
export function folderInEnvironment(text: string): string | undefined {
  return /^# Current (?:Working|Workspace) Directory \(([^)\r\n]{1,4096})\)/m.exec(text)?.[1];
}

/** Returns the person's words within Cline's text: task, feedback, answer. */
export function spokenIn(text: string): string[] {
  const elements = elementsIn(text, (name) => wrapperNames.has(name));
  return elements.map((element) => element.text.trim()).filter((words) => words !== '');
}

/** Returns the person's feedback to a running tool. Tool output may hold any tags, so only announced ones count. */
export function feedbackIn(text: string): string[] {
  const announced = /feedback\b[^\n]{0,200}:\n(?=<(?:user_)?feedback>)/.exec(text);
  return announced ? spokenIn(text.slice(announced.index + announced[0].length)).slice(0, 1) : [];
}

/** Whether Cline tags the person's words in a task, judged by its first message; untagged text is then Cline's. */
export const tagsWords = (texts: readonly string[]): boolean =>
  texts.some((text) => spokenIn(text).length > 0);

/** Paths of files sent along with the person's words. */
export function attachedIn(text: string): string[] {
  if (!text.startsWith('Files attached by the user:')) return [];
  const paths = [...text.matchAll(/^<(?:file|folder)_content path="([^"\n]*)"/gm)];
  return paths.map(([, path = '']) => path);
}

/** Returns a prompt without its surrounding tags. */
export function withoutWrappers(text: string): string {
  return text.replace(wrappers, '').trim();
}

const headerEnd = '] Result:';

/** Header that Cline puts before a tool's result. */
export interface ResultHeader {
  /** Cline's name of the tool, which may differ from the model's. */
  readonly name: string;
  /** Argument in the header, possibly of many lines. */
  readonly about: string | undefined;
  /** Text after the header. */
  readonly rest: string;
}

/** Parses `[read_file for 'a.ts'] Result:`. */
export function resultHeader(text: string): ResultHeader | undefined {
  const end = text.startsWith('[') ? text.indexOf(headerEnd) : -1;
  const [, name, about] = /^\[([\w.-]+)(?: for '?([^]*?)'?)?$/.exec(text.slice(0, Math.max(0, end))) ?? [];
  if (name === undefined) return undefined;
  return { name, about, rest: text.slice(end + headerEnd.length).trimStart() };
}

/** Whether a text is Cline's reminder of the to-do list, sent with every few requests. */
export function isReminder(text: string): boolean {
  return /^\s*# (?:task_progress\b|TODO LIST UPDATE REQUIRED)/.test(text);
}

/** Whether a text is Cline's note to the model, where the person's words are not tagged. */
export function isAutomatic(text: string): boolean {
  const words = text.trimStart();
  if (words.startsWith('The user approved switching to act mode. Continue with the approved plan'))
    return true;
  return /^\[(ERROR|TASK RESUMPTION|NOTICE)\]|^<explicit_instructions/.test(words);
}

export type ToolOutcome = 'success' | 'error' | 'cancelled';

/** Outcome of a tool call, from Cline's plain-text remark on it. */
export function outcomeOf(text: string): ToolOutcome {
  if (
    /^(The user denied this operation|The tool execution was (denied|rejected)|Tool \[.*?\] was not executed)/.test(
      text,
    )
  )
    return 'cancelled';
  return /^(The tool execution failed|Error executing|Error:|<error>)/.test(text) ? 'error' : 'success';
}

const tools =
  'execute_command|read_file|write_to_file|replace_in_file|apply_diff|insert_content|search_files|list_files|' +
  'list_code_definition_names|browser_action|use_mcp_tool|access_mcp_resource|ask_followup_question|' +
  'attempt_completion|plan_mode_respond|new_task|condense|summarize_task|report_bug|new_rule|web_fetch|' +
  'web_search|load_mcp_documentation|focus_chain|generate_explanation|use_skill|apply_patch|switch_mode';
const call = new RegExp(`<(${tools})>([\\s\\S]*?)(?:</\\1>|$)`);

export interface WrittenCall {
  readonly name: string;
  readonly args: JsonObject;
  /** Text around the call. */
  readonly text: string;
}

/** Finds the tool call that an older Cline's model wrote as XML in its text. */
export function writtenCall(text: string): WrittenCall | undefined {
  const match = call.exec(text);
  if (match?.[1] === undefined || match[2] === undefined) return undefined;
  const args = elementsIn(match[2], () => true).map((element) => [element.name, element.text] as const);
  const around = text.slice(0, match.index) + text.slice(match.index + match[0].length);
  return { name: match[1], args: Object.fromEntries(args), text: around.trim() };
}

/** Separates `<thinking>` written as text from the remaining text. */
export function splitThinking(text: string): { readonly thinking: string[]; readonly text: string } {
  const found = [...text.matchAll(/<thinking>\n?([\s\S]*?)(?:<\/thinking>|$)/g)];
  if (found.length === 0) return { thinking: [], text };
  const thinking = found.map(([, words = '']) => words.trim()).filter((words) => words !== '');
  return { thinking, text: text.replace(/<thinking>[\s\S]*?(?:<\/thinking>|$)/g, '').trim() };
}

/** Returns what the person typed, without additions by Cline's command line or Cline 4. */
export function typedIn(text: string): string {
  const sent = withoutNotice(text.trim());
  const [, , attributes = '', words] = /^<(user_input|user_command)\b([^>]*)>([^]*)<\/\1>$/.exec(sent) ?? [];
  if (words === undefined) return sent;
  const [, slash] = /\bslash="([^"]*)"/.exec(attributes) ?? [];
  return slash === undefined ? withoutNotice(words) : `/${slash} ${withoutNotice(words)}`.trim();
}

/** Removes Cline's notice to the model about a change of mode. */
const withoutNotice = (text: string): string => text.replace(/^<mode_notice>[^<]*<\/mode_notice>\s*/, '');

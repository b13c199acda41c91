import type { JsonObject } from '../../base/core.ts';
import { elementsIn } from '../shared/elements.ts';

/** What Cline wraps around the words of the person. */
const wrappers = /<\/?(task|feedback|answer|user_message|user_feedback)>\n?/g;
const wrapperNames: ReadonlySet<string> = new Set([
  'task',
  'feedback',
  'answer',
  'user_message',
  'user_feedback',
]);

/** Text without the `<environment_details>` that Cline adds to every message. */
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

/** The folder a task runs in, as the first `<environment_details>` names it. */
export function folderInEnvironment(text: string): string | undefined {
  return /^# Current (?:Working|Workspace) Directory \((.+?)\)/m.exec(text)?.[1];
}

/** What the person said within a text that is otherwise Cline's: task, feedback, answer. */
export function spokenIn(text: string): string[] {
  const elements = elementsIn(text, (name) => wrapperNames.has(name));
  return elements.map((element) => element.text.trim()).filter((words) => words !== '');
}

/** What the person said to a tool at work. Its own output may hold any tags: only those that Cline announces count. */
export function feedbackIn(text: string): string[] {
  const announced = /feedback\b[^\n]{0,200}:\n(?=<(?:user_)?feedback>)/.exec(text);
  return announced ? spokenIn(text.slice(announced.index + announced[0].length)).slice(0, 1) : [];
}

/** Whether Cline marks the person's words in a task, as its first message shows: then what is not marked is Cline's. */
export const marksWords = (texts: readonly string[]): boolean =>
  texts.some((text) => spokenIn(text).length > 0);

/** The paths of files that Cline sends along with what the person said. */
export function attachedIn(text: string): string[] {
  if (!text.startsWith('Files attached by the user:')) return [];
  const paths = [...text.matchAll(/^<(?:file|folder)_content path="([^"\n]*)"/gm)];
  return paths.map(([, path = '']) => path);
}

/** A prompt without the tags around it. */
export function withoutWrappers(text: string): string {
  return text.replace(wrappers, '').trim();
}

const headerEnd = '] Result:';

/** What Cline writes before what a tool gave. */
export interface ResultHeader {
  /** As Cline names the tool, which is not always as the model called it. */
  readonly name: string;
  /** The argument it names, which may have many lines. */
  readonly about: string | undefined;
  /** Whatever follows in the same text. */
  readonly rest: string;
}

/** `[read_file for 'a.ts'] Result:`. */
export function resultHeader(text: string): ResultHeader | undefined {
  const end = text.startsWith('[') ? text.indexOf(headerEnd) : -1;
  const [, name, about] = /^\[([\w.-]+)(?: for '?([^]*?)'?)?$/.exec(text.slice(0, Math.max(0, end))) ?? [];
  if (name === undefined) return undefined;
  return { name, about, rest: text.slice(end + headerEnd.length).trimStart() };
}

/** Cline reminding the model of its list of things to do, with every few requests. */
export function isReminder(text: string): boolean {
  return /^\s*# (?:task_progress\b|TODO LIST UPDATE REQUIRED)/.test(text);
}

/** Cline speaking to the model, not the person, where the person's words are not marked. */
export function isAutomatic(text: string): boolean {
  const words = text.trimStart();
  if (words.startsWith('The user approved switching to act mode. Continue with the approved plan'))
    return true;
  return /^\[(ERROR|TASK RESUMPTION|NOTICE)\]|^<explicit_instructions/.test(words);
}

export type ToolOutcome = 'success' | 'error' | 'cancelled';

/** How a tool call ended, from what Cline says of it in plain text. */
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
  /** The text around the call. */
  readonly text: string;
}

/** The tool call an older Cline's model wrote as XML within its text. */
export function writtenCall(text: string): WrittenCall | undefined {
  const match = call.exec(text);
  if (match?.[1] === undefined || match[2] === undefined) return undefined;
  const args = elementsIn(match[2], () => true).map((element) => [element.name, element.text] as const);
  const around = text.slice(0, match.index) + text.slice(match.index + match[0].length);
  return { name: match[1], args: Object.fromEntries(args), text: around.trim() };
}

/** `<thinking>` written as text, and the text without it. */
export function splitThinking(text: string): { readonly thinking: string[]; readonly text: string } {
  const found = [...text.matchAll(/<thinking>\n?([\s\S]*?)(?:<\/thinking>|$)/g)];
  if (found.length === 0) return { thinking: [], text };
  const thinking = found.map(([, words = '']) => words.trim()).filter((words) => words !== '');
  return { thinking, text: text.replace(/<thinking>[\s\S]*?(?:<\/thinking>|$)/g, '').trim() };
}

/** What the person typed, out of what Cline's command line and Cline 4 send of it. */
export function typedIn(text: string): string {
  const sent = withoutNotice(text.trim());
  const [, , attributes = '', words] = /^<(user_input|user_command)\b([^>]*)>([^]*)<\/\1>$/.exec(sent) ?? [];
  if (words === undefined) return sent;
  const [, slash] = /\bslash="([^"]*)"/.exec(attributes) ?? [];
  return slash === undefined ? withoutNotice(words) : `/${slash} ${withoutNotice(words)}`.trim();
}

/** Text without the words by which Cline tells the model of a change of mode. */
const withoutNotice = (text: string): string => text.replace(/^<mode_notice>[^<]*<\/mode_notice>\s*/, '');

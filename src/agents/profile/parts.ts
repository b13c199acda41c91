import type { AgentMachine, Scope } from './machine.ts';
import { isObject, type Language } from '../../disk/base/core.ts';

/**
 * Parts written for an agent: the entry that starts the server, the hooks that archive, the rules it reads, and how long
 * it keeps its sessions.
 */
export type PartKind = 'server' | 'hooks' | 'rules' | 'retention';

/** `text` is any text that contains a block between two markers. */
export type ConfigFormat = 'jsonc' | 'toml' | 'yaml' | 'text';

/** Position of a value in a file. */
export interface Item {
  /**
   * `entry`: the value at the path. `element`: one in the list at the path, the one with our name or that starts this
   * product. `default`: a value that the file needs at the path; an existing one is kept. `head`: the same for a new
   * file. `block`: the text between our markers. `setting`: a value of the agent's own setting at the path.
   */
  readonly kind: 'entry' | 'element' | 'default' | 'head' | 'block' | 'setting';
  readonly path: readonly string[];
  /** `name` of the element; of a setting the value that was written, as JSON. */
  readonly named?: string;
}

/** Whether an item is needed by the file, not by this product. */
export const isOfFile = ({ kind }: Item): boolean => kind === 'default' || kind === 'head';

/** A value, and its position. */
export interface Value extends Item {
  readonly value: unknown;
}

/** How a program of this product is started without a shell: a path that stays the same over updates. */
export interface Start {
  readonly command: string;
  readonly args: readonly string[];
  /** Tools that a person lets the agent use, for entries that name them; all without. */
  readonly picked?: readonly unknown[];
}

/** The hook's command line in each form in which agents start it. */
export interface HookLine {
  /** For the usual shell of the machine. */
  readonly command: string;
  readonly powershell: string;
  /** For `cmd` with any of its options. */
  readonly cmd: string;
  readonly isWindows: boolean;
}

/** `full` is for an agent's lasting instructions (AGENTS.md and the like), `minimal` for pasting into a chat. */
export type RulesKind = 'full' | 'minimal';

/** Selects the rules that are written. */
export interface RulesChoice {
  readonly kind: RulesKind;
  readonly language: Language;
}

/** The text of rules. */
export interface RulesText extends RulesChoice {
  readonly text: string;
}

/** What the values of parts are built from. */
export interface PartValues {
  readonly server: Start;
  readonly hook: HookLine;
  readonly rules: RulesText;
}

/** Whether a file exists; handed in, so that profiles read nothing themselves. */
export type FileExists = (path: string) => boolean;

/** A file, and the values written into it for an agent. */
export interface ConfigPart {
  readonly kind: PartKind;
  readonly format: ConfigFormat;
  /** The file of a scope; undefined where the agent has none. */
  readonly file: (
    scope: Scope,
    project: string,
    machine: AgentMachine,
    exists: FileExists,
  ) => string | undefined;
  /** Tools to list to an agent that reads this file alone and keeps every listed tool in each request. */
  readonly tools?: 'core';
  readonly values: (wanted: PartValues) => readonly Value[];
}

/** The setting of an agent that says for how many days it keeps sessions, in a file in its folder. */
export interface RetentionSetting {
  readonly file: string;
  readonly path: readonly string[];
  readonly value: (days: number) => string | number;
}

/** Name of this server's entry in all configurations. */
export const serverName = 'history';

/** The launcher, the package and the folders of the extension all contain it in their path. */
export const ourName = 'mcp-history-store';

/** Whether a value in a configuration starts a program of this product, of any version. */
export const isOurs = (value: unknown): boolean => JSON.stringify(value ?? null).includes(ourName);

/** Whether an element of a list belongs entirely to this product: one hook, or a group of them. */
export function isWhollyOurs(element: unknown): boolean {
  const hooks = isObject(element) ? element.hooks : undefined;
  return Array.isArray(hooks) ? hooks.length > 0 && hooks.every(isOurs) : isOurs(element);
}

/** Whether a value contains all that is wanted: additions by the user or the agent are allowed. */
export function contains(value: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted))
    return (
      Array.isArray(value) &&
      value.length === wanted.length &&
      wanted.every((item, index) => contains(value[index], item))
    );
  if (!isObject(wanted)) return value === wanted;
  return isObject(value) && Object.entries(wanted).every(([key, item]) => contains(value[key], item));
}

/** Returns the value at a path of keys; undefined where a key is missing. */
export const valueAt = (data: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), data);

/** First line of a block of rules; the text after `rules:` names the rules in it. */
const begin = /<!-- mcp-history-store rules: (full|minimal) (en|zh) -->/;
const end = '<!-- end of mcp-history-store rules -->';

export const blockName = ({ kind, language }: RulesChoice): string => `${kind} ${language}`;

/** A block as written into a file. */
export const writtenBlock = (name: string, body: string): string =>
  `<!-- mcp-history-store rules: ${name} -->\n${body.trim()}\n${end}`;

/** Rules in a block; undefined for one that another version wrote with other rules. */
export function choiceIn(block: string): RulesChoice | undefined {
  const [, kind, language] = begin.exec(block) ?? [];
  if ((kind !== 'full' && kind !== 'minimal') || (language !== 'en' && language !== 'zh')) return undefined;
  return { kind, language };
}

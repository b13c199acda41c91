import { isObject, type Language } from '../../store/base/core.ts';
import type { RulesKind } from '../../store/rules/rules.ts';

/** What is written for an agent: the entry that starts the server, the hooks that archive, the rules it reads. */
export const partKinds = ['server', 'hooks', 'rules'] as const;
export type PartKind = (typeof partKinds)[number];

/** `text` is any text in which a block stands between two markers. */
export type ConfigFormat = 'jsonc' | 'toml' | 'yaml' | 'text';

/** Where a value stands in a file. */
export interface Item {
  /**
   * `entry`: the value at the path. `element`: one in the list at the path, that of our name or that starts ours.
   * `default`: what the file needs at the path, which stays where something else is there. `block`: what stands between
   * our markers.
   */
  readonly kind: 'entry' | 'element' | 'default' | 'block';
  readonly path: readonly string[];
  /** The element is the one whose `name` this is. */
  readonly named?: string;
}

/** A value, and where it stands. */
export interface Value extends Item {
  readonly value: unknown;
}

/** How a program of ours is started without a shell: one that stays where it is over updates. */
export interface Start {
  readonly command: string;
  readonly args: readonly string[];
}

/** The hook in every form that agents start it in. */
export interface HookLine {
  /** For the shell that is usual on the machine. */
  readonly command: string;
  readonly powershell: string;
  readonly isWindows: boolean;
}

/** Which rules are written. */
export interface RulesChoice {
  readonly kind: RulesKind;
  readonly language: Language;
}

/** Rules as they are written. */
export interface RulesText extends RulesChoice {
  readonly text: string;
}

/** What the values of parts are made of. */
export interface PartValues {
  readonly server: Start;
  readonly hook: HookLine;
  readonly rules: RulesText;
}

/** What the entry of our server is called everywhere. */
export const serverName = 'history';

/** The launcher, the package and the folders of the extension all have it in their path. */
export const ourName = 'mcp-history-store';

/** Whether a value in a configuration starts a program of ours, of whatever version. */
export const isOurs = (value: unknown): boolean => JSON.stringify(value ?? null).includes(ourName);

/** Whether all that is in an element of a list is ours: one hook, or a group of them. */
export function isWhollyOurs(element: unknown): boolean {
  const hooks = isObject(element) ? element.hooks : undefined;
  return Array.isArray(hooks) ? hooks.length > 0 && hooks.every(isOurs) : isOurs(element);
}

/** Whether a value has all that is wanted: what a person or their agent added to it is theirs. */
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

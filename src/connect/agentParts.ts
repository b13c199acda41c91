// What the rows of the table of agents are made of: forms of entries, of hooks and of files with rules.
import { join } from 'node:path';
import { blockName, writtenBlock } from './rulesBlock.ts';
import type { AgentMachine, Scope } from './machine.ts';
import {
  serverName,
  type ConfigFormat,
  type HookLine,
  type PartKind,
  type Start,
  type Value,
  type PartValues,
} from './formats/parts.ts';

/** A file, and what is written into it for an agent. */
export interface ConfigPart {
  readonly kind: PartKind;
  readonly format: ConfigFormat;
  /** The file of a scope; undefined where the agent has none. */
  readonly file: (scope: Scope, project: string, machine: AgentMachine) => string | undefined;
  readonly values: (wanted: PartValues) => readonly Value[];
}

/** See `src/hook/main.ts`. */
const rememberFlag = '--remember';

export type Folder = (machine: AgentMachine) => string;

/** The names of the files of both scopes: one in a folder of the person's, one in the project. */
export interface Names {
  readonly user?: string;
  readonly project?: string;
}

type Entry = (start: Start) => object;

export const usual: Entry = ({ command, args }) => ({ command, args: [...args] });
export const standard: Entry = (start) => ({ type: 'stdio', ...usual(start) });

const fileIn =
  (folder: Folder, { user, project: inProject }: Names): ConfigPart['file'] =>
  (scope, project, machine) => {
    if (scope === 'user') return user === undefined ? undefined : join(folder(machine), user);
    return inProject === undefined ? undefined : join(project, inProject);
  };

/** A table of servers in a file. */
export function server(
  folder: Folder,
  names: Names,
  entry: Entry = usual,
  {
    table = 'mcpServers',
    format = 'jsonc',
  }: { readonly table?: string; readonly format?: ConfigFormat } = {},
): ConfigPart {
  const value = (wanted: PartValues): Value => ({
    ...{ kind: 'entry', path: [table, serverName] },
    value: entry(wanted.server),
  });
  return { kind: 'server', format, file: fileIn(folder, names), values: (wanted) => [value(wanted)] };
}

/** Lists of hooks, one for each event. */
export function hooks(
  folder: Folder,
  names: Names,
  events: readonly string[],
  hook: (wanted: PartValues, event: string) => object,
  isVersioned = false,
): ConfigPart {
  const values = (wanted: PartValues): readonly Value[] => [
    ...(isVersioned ? [{ kind: 'default', path: ['version'], value: 1 } as const] : []),
    ...events.map((event): Value => {
      const value = hook(/^sessionEnd$/i.test(event) ? atEnd(wanted) : wanted, event);
      return { kind: 'element', path: ['hooks', event], value };
    }),
  ];
  return { kind: 'hooks', format: 'jsonc', file: fileIn(folder, names), values };
}

/** At its end a session is remembered, not archived, and its agent does not wait. */
const atEnd = ({ hook: { command, powershell, isWindows }, ...more }: PartValues): PartValues => ({
  ...more,
  hook: { command: `${command} ${rememberFlag}`, powershell: `${powershell} ${rememberFlag}`, isWindows },
});

/** The fields of a hook that say what it runs, and in which shell. */
export type HookFields = (hook: HookLine) => object;

const anyShell: HookFields = ({ command }) => ({ command });

/** Fields for Windows, where the shell of an agent does not take the usual line. */
export const onWindows =
  (fields: HookFields): HookFields =>
  (hook) =>
    hook.isWindows ? fields(hook) : anyShell(hook);

/** Longer than archiving takes. Seconds. */
export const hookSeconds = 60;

/** A group with one hook, as most agents have taken over from Claude Code; `most` limits the seconds of an event. */
export const group =
  (
    unitsPerSecond: 1 | 1_000,
    {
      more = {},
      around = {},
      most = {},
      fields = anyShell,
    }: Partial<Record<'more' | 'around', object>> & {
      most?: Readonly<Record<string, number>>;
      fields?: HookFields;
    } = {},
  ) =>
  ({ hook }: PartValues, event: string): object => {
    const timeout = (most[event] ?? hookSeconds) * unitsPerSecond;
    return { ...around, hooks: [{ ...more, type: 'command', ...fields(hook), timeout }] };
  };

/** Rules in a file of the project, whatever the scope; `head` is what a new file begins with. */
export function rules(name: string, head = ''): ConfigPart {
  const values = ({ rules: choice }: PartValues): readonly Value[] => {
    const block: Value = { kind: 'block', path: [], value: writtenBlock(blockName(choice), choice.text) };
    return head === '' ? [block] : [{ kind: 'default', path: [], value: head }, block];
  };
  return { kind: 'rules', format: 'text', file: (_scope, project) => join(project, name), values };
}

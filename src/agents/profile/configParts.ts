// Building blocks of agents' profiles: forms of entries, of hooks and of files with rules.
import { join } from 'node:path';
import type { FolderOf } from './machine.ts';
import {
  blockName,
  serverName,
  writtenBlock,
  type ConfigFormat,
  type ConfigPart,
  type HookLine,
  type Start,
  type Value,
  type PartValues,
} from './parts.ts';

/** See `src/hook/main.ts`. */
const rememberFlag = '--remember';

/** Names of the files of both scopes: one in a folder of the user's, one in the project. */
export interface Names {
  readonly user?: string;
  readonly project?: string;
}

type Entry = (start: Start) => object;

export const usual: Entry = ({ command, args }) => ({ command, args: [...args] });
export const standard: Entry = (start) => ({ type: 'stdio', ...usual(start) });
/** The form of OpenCode and what derives from it. */
export const local: Entry = ({ command, args }) => ({
  type: 'local',
  command: [command, ...args],
  enabled: true,
});

const fileIn =
  (folder: FolderOf, { user, project: inProject }: Names): ConfigPart['file'] =>
  (scope, project, machine) => {
    if (scope === 'user') return user === undefined ? undefined : join(folder(machine), user);
    return inProject === undefined ? undefined : join(project, inProject);
  };

/** A table of servers in a file. */
export function server(
  folder: FolderOf,
  names: Names,
  entry: Entry = usual,
  {
    table = 'mcpServers',
    format = 'jsonc',
    tools,
  }: { readonly table?: string; readonly format?: ConfigFormat } & Pick<ConfigPart, 'tools'> = {},
): ConfigPart {
  const value = (wanted: PartValues): Value => ({
    kind: 'entry',
    path: [table, serverName],
    value: entry(wanted.server),
  });
  return {
    kind: 'server',
    format,
    file: fileIn(folder, names),
    ...(tools && { tools }),
    values: (wanted) => [value(wanted)],
  };
}

/** Lists of hooks, one for each event. */
export function hooks(
  folder: FolderOf,
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

/** At its end a session is only noted, not archived, so that its agent does not wait. */
const atEnd = ({ hook: { command, powershell, cmd, isWindows }, ...more }: PartValues): PartValues => {
  const remembering = (line: string): string => `${line} ${rememberFlag}`;
  const lines = { command: remembering(command), powershell: remembering(powershell), cmd: remembering(cmd) };
  return { ...more, hook: { ...lines, isWindows } };
};

/** Fields of a hook that state its command and the shell it runs in. */
export type HookFields = (hook: HookLine) => object;

const anyShell: HookFields = ({ command }) => ({ command });

/** Fields for Windows, where an agent's shell does not accept the usual line. */
export const onWindows =
  (fields: HookFields): HookFields =>
  (hook) =>
    hook.isWindows ? fields(hook) : anyShell(hook);

/** For agents that have no other shell on Windows. */
export const onlyPowershell: HookFields = ({ powershell }) => ({ command: powershell });
export const inPowershell: HookFields = ({ powershell }) => ({ command: powershell, shell: 'powershell' });

/** Longer than archiving takes. Seconds. */
export const hookSeconds = 60;

/**
 * A group with one hook, the form that most agents have adopted from Claude Code; `most` limits the seconds of an
 * event.
 */
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

/** Rules in a file of the project, for either scope; `head` is the beginning of a new file. */
export function rules(name: string, head = ''): ConfigPart {
  const values = ({ rules: choice }: PartValues): readonly Value[] => {
    const block: Value = { kind: 'block', path: [], value: writtenBlock(blockName(choice), choice.text) };
    return head === '' ? [block] : [{ kind: 'default', path: [], value: head }, block];
  };
  return { kind: 'rules', format: 'text', file: (_scope, project) => join(project, name), values };
}

/** Rules in the file that most agents read. */
export const agentsMd = rules('AGENTS.md');

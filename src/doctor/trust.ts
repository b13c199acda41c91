// Agents do not run everything that is configured: some ask a person first, and keep the answer in files of their own.
import { dirname, join } from 'node:path';
import { configData } from '../connect/configData.ts';
import { inHome, type Around } from '../connect/machine.ts';
import type { PartConnection } from '../connect/standing.ts';
import { isOurs, serverName } from '../connect/formats/parts.ts';
import { isObject } from '../store/base/core.ts';
import { realForeign } from '../store/files/foreign.ts';

/** `refused`: a person said no; `unasked`: nobody said anything yet. */
export type Trust = 'given' | 'unasked' | 'refused';

/** What a person is yet to do. */
export interface Missing {
  readonly trust: Exclude<Trust, 'given'>;
  /** Where the agent keeps the answer. Absolute. */
  readonly file: string;
}

type Data = Readonly<Record<string, unknown>>;

const at = (data: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), data);

const has = (list: unknown): boolean => Array.isArray(list) && list.includes(serverName);

/**
 * Codex runs a hook once `[hooks.state."<file>:<event>:<group>:<hook>"]` of its `config.toml` has a `trusted_hash`; it
 * passes over others without a word. Seen with Codex 0.169.
 */
export async function codexHookTrust(
  hooks: PartConnection,
  { machine }: Around,
): Promise<Missing | undefined> {
  const file = join(inHome('CODEX_HOME', '.codex')(machine), 'config.toml');
  const state = at(await configData(file, 'toml'), 'hooks', 'state');
  const paths = [hooks.path, await realForeign(hooks.path)];
  const places = ourHooks(await configData(hooks.path));
  const isTrusted = (place: string): boolean =>
    paths.some((path) => {
      const entry = at(state, `${path}:${place}`);
      return typeof at(entry, 'trusted_hash') === 'string' && at(entry, 'enabled') !== false;
    });
  return places.every(isTrusted) ? undefined : { trust: 'unasked', file };
}

/** Our hooks in a file of hooks as `<event>:<group>:<hook>`, events in the form of Codex. */
function ourHooks(data: Data): readonly string[] {
  const events = isObject(data.hooks) ? Object.entries(data.hooks) : [];
  return events.flatMap(([event, groups]) =>
    asList(groups).flatMap((group, n) =>
      asList(at(group, 'hooks')).flatMap((hook, m) => (isOurs(hook) ? [`${snake(event)}:${n}:${m}`] : [])),
    ),
  );
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const snake = (event: string): string => event.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();

/** Codex reads the configuration of a project once a person trusts that. */
export async function codexProjectTrust({ project, machine }: Around): Promise<Missing | undefined> {
  const file = join(inHome('CODEX_HOME', '.codex')(machine), 'config.toml');
  const trust = at(await configData(file, 'toml'), 'projects', project, 'trust_level');
  if (trust === 'trusted') return undefined;
  return { trust: trust === undefined ? 'unasked' : 'refused', file };
}

/** Claude Code asks before it starts the servers of a project's `.mcp.json`; the answer is in one of its settings. */
export async function claudeProjectTrust({ project, machine }: Around): Promise<Missing | undefined> {
  const folder = inHome('CLAUDE_CONFIG_DIR', '.claude')(machine);
  const own = join(machine.env.CLAUDE_CONFIG_DIR ?? dirname(folder), '.claude.json');
  const local = join(project, '.claude', 'settings.local.json');
  const files = [local, join(project, '.claude', 'settings.json'), join(folder, 'settings.json')];
  const all = await Promise.all(files.map(async (file) => ({ file, data: await configData(file) })));
  const perProject = at(await configData(own), 'projects', project);
  const answers = [...all, { file: own, data: isObject(perProject) ? perProject : {} }];
  const refused = answers.find(({ data }) => has(data.disabledMcpjsonServers));
  if (refused) return { trust: 'refused', file: refused.file };
  const isGiven = answers.some(
    ({ data }) => data.enableAllProjectMcpServers === true || has(data.enabledMcpjsonServers),
  );
  return isGiven ? undefined : { trust: 'unasked', file: local };
}

/** Qwen Code asks once for each server of a project. */
export async function qwenProjectTrust({ project, machine }: Around): Promise<Missing | undefined> {
  const file = join(inHome(undefined, '.qwen')(machine), 'mcpApprovals.json');
  const status = at(await configData(file), project, serverName, 'status');
  if (status === 'approved') return undefined;
  return { trust: status === undefined ? 'unasked' : 'refused', file };
}

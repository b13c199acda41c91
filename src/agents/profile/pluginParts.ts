/** What the plugins of all agents are made of. Only the build reads plugins. */
export interface PluginParts {
  /** Name, version, description, author, licence and keywords. */
  readonly about: Readonly<Record<string, unknown>>;
  /** The name of the product as a person reads it. */
  readonly displayName: string;
  readonly publisher: string;
  readonly description: string;
}

/** The files of a plugin by their paths in its folder, as JSON. Several plugins lie in one folder, so no two share a path. */
export type PluginFiles = (parts: PluginParts) => Readonly<Record<string, object>>;

/** How long an agent waits for its hook. Seconds. */
export const hookSeconds = 60;

/** What the entry of the server has besides its program. */
interface ServerEntry {
  /** Tools to list, see `ConfigPart`. */
  readonly tools?: 'core';
  readonly [member: string]: string | undefined;
}

/** Entry of the server. `root`: how the agent writes the folder of its plugin. */
export const pluginServers = (root: string, { tools, ...more }: ServerEntry = {}) => ({
  history: {
    command: 'node',
    args: [`${root}/cli.js`, 'serve', ...(tools === undefined ? [] : ['--tools', tools])],
    ...more,
  },
});

/** The command of a hook, which every shell understands, those of Windows, too. */
export const hookCommand = (root: string, event: string): string =>
  `node "${root}/cli.js" hook${/^sessionEnd$/i.test(event) ? ' --remember' : ''}`;

/** Hooks in the form that Claude Code began with. */
export const pluginHooks = (events: readonly string[], root: string, timeout = hookSeconds) => ({
  hooks: Object.fromEntries(
    events.map((event) => [
      event,
      [{ hooks: [{ type: 'command', command: hookCommand(root, event), timeout }] }],
    ]),
  ),
});

/** Before the chat is compacted, and when a session starts, also afterwards. */
export const compactAndStart: readonly string[] = ['PreCompact', 'SessionStart'];

/** The same, and when a session ends, which is then remembered, not archived. */
export const compactStartAndEnd: readonly string[] = [...compactAndStart, 'SessionEnd'];

// What each agent takes of a plugin, as its documentation and its own validator have it. All of it is strict: an agent
// leaves out silently what it does not know.
import { z } from 'zod';

const name = z
  .string()
  .max(64)
  .regex(/^(?!.*(?:--|\.\.))[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/);
const version = z.string().regex(/^\d+\.\d+\.\d+$/);
const about = {
  name,
  version,
  description: z.string().min(40).max(250),
  license: z.literal('Apache-2.0'),
  author: z.strictObject({ name: z.string() }),
  keywords: z.array(z.string()).min(1),
};
const inside = z.string().regex(/^\.\/[\w./-]+$/);

/** A list of these texts alone. */
const exactly = (texts: readonly string[]) =>
  z.array(z.string()).refine((given) => given.join('\n') === texts.join('\n'));

/** The server `history`, whose arguments begin with a path in the folder of the plugin, and may name a list of tools. */
const server = (root: string, more: z.ZodRawShape = {}, tools: readonly string[] = []) =>
  z.strictObject({
    history: z.strictObject({
      command: z.literal('node'),
      args: exactly([`${root}/cli.js`, 'serve', ...tools]),
      ...more,
    }),
  });
/** For agents that keep every listed tool in each request. */
const shortList = ['--tools', 'core'];

/** A timeout in seconds, or in milliseconds for Gemini CLI. */
const seconds = z.number().int().min(30).max(600);
const milliseconds = z.number().int().min(30_000).max(600_000);

/** Groups of one hook, for these events. */
const nested = (events: readonly string[], timeout = seconds) =>
  z.strictObject(
    Object.fromEntries(
      events.map((event) => [
        event,
        z.tuple([
          z.strictObject({
            hooks: z.tuple([z.strictObject({ type: z.literal('command'), command: z.string(), timeout })]),
          }),
        ]),
      ]),
    ),
  );
const hooksFile = (events: readonly string[], timeout = seconds) =>
  z.strictObject({ hooks: nested(events, timeout) });
const compactAndStart = ['PreCompact', 'SessionStart'];
const andEnd = [...compactAndStart, 'SessionEnd'];
const ofCopilot = ['PreCompact', 'sessionStart', 'userPromptSubmitted', 'sessionEnd'];

const agentPlugins = 'https://agent-plugins.org/schemas/1.0.0';

/** What each file of a plugin must be. */
export const pluginSchemas: Readonly<Record<string, z.ZodType>> = {
  // code.claude.com/docs/en/plugins-reference
  '.claude-plugin/plugin.json': z.strictObject({
    ...about,
    displayName: z.string(),
    mcpServers: server('${CLAUDE_PLUGIN_ROOT}'),
    hooks: nested(andEnd),
  }),
  // code.claude.com/docs/en/plugin-marketplaces
  '.claude-plugin/marketplace.json': z.strictObject({
    name,
    description: about.description,
    owner: about.author,
    plugins: z.tuple([z.strictObject({ ...about, source: z.literal('./') })]),
  }),
  // developers.openai.com/codex/plugins/build
  '.codex-plugin/plugin.json': z.strictObject({
    ...about,
    skills: inside,
    hooks: hooksFile(andEnd),
    mcpServers: server('.', { cwd: z.literal('.') }),
    interface: z.strictObject({
      displayName: z.string(),
      shortDescription: z.string(),
      developerName: z.string(),
      category: z.string(),
    }),
  }),
  // The reference of extensions in Gemini CLI's own documentation. It reads hooks from this path only.
  'gemini-extension.json': z.strictObject({
    name,
    version,
    description: about.description,
    mcpServers: server('${extensionPath}', { cwd: z.literal('${workspacePath}') }, shortList),
  }),
  'hooks/hooks.json': hooksFile(['PreCompress', 'SessionStart', 'BeforeAgent', 'SessionEnd'], milliseconds),
  // docs.github.com/copilot/reference/copilot-cli-reference/cli-plugin-reference
  '.plugin/plugin.json': z.strictObject({
    ...about,
    skills: inside,
    hooks: inside,
    mcpServers: server('${PLUGIN_ROOT}', {}, shortList),
  }),
  'hooks/copilot.json': hooksFile(ofCopilot),
  // cursor.com/docs/reference/plugins
  '.cursor-plugin/plugin.json': z.strictObject({
    ...about,
    displayName: z.string(),
    skills: inside,
    mcpServers: server('${CURSOR_PLUGIN_ROOT}'),
    hooks: z.strictObject({
      version: z.literal(1),
      hooks: z.strictObject({
        preCompact: z.tuple([z.strictObject({ command: z.string(), timeout: seconds })]),
        sessionStart: z.tuple([z.strictObject({ command: z.string(), timeout: seconds })]),
      }),
    }),
  }),
  // agent-plugins.org/specification: both schemas are closed, and must be of the same version
  'plugin.json': z.strictObject({ $schema: z.literal(`${agentPlugins}/plugin.schema.json`), ...about }),
  'mcp.json': z.strictObject({
    $schema: z.literal(`${agentPlugins}/mcp.schema.json`),
    mcpServers: server('${PLUGIN_ROOT}', { type: z.literal('stdio') }),
  }),
  'com.github.copilot/hooks/hooks.json': hooksFile(ofCopilot),
};

/** The marketplace in the repository, whose plugin is the npm package. */
export const repositoryMarketplace = z.strictObject({
  name,
  description: about.description,
  owner: about.author,
  plugins: z.tuple([
    z.strictObject({
      ...about,
      source: z.strictObject({ source: z.literal('npm'), package: z.literal('mcp-history-store') }),
      strict: z.literal(false), // the package has no manifest at its top
      skills: z.array(inside),
      mcpServers: server('${CLAUDE_PLUGIN_ROOT}/dist'),
      hooks: nested(andEnd),
    }),
  ]),
});

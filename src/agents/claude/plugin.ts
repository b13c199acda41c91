import { compactStartAndEnd, pluginHooks, pluginServers, type PluginFiles } from '../profile/pluginParts.ts';

export const pluginFiles: PluginFiles = ({ about, displayName, publisher, description }) => ({
  '.claude-plugin/plugin.json': {
    ...about,
    displayName,
    mcpServers: pluginServers('${CLAUDE_PLUGIN_ROOT}'),
    ...pluginHooks(compactStartAndEnd, '${CLAUDE_PLUGIN_ROOT}'),
  },
  // Codex and Copilot CLI read this one, too.
  '.claude-plugin/marketplace.json': {
    name: 'mcp-history-store',
    owner: { name: publisher },
    description,
    plugins: [{ ...about, source: './' }],
  },
});

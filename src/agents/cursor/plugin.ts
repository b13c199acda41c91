import { hookCommand, hookSeconds, pluginServers, type PluginFiles } from '../profile/pluginParts.ts';

export const pluginFiles: PluginFiles = ({ about, displayName }) => ({
  '.cursor-plugin/plugin.json': {
    ...about,
    displayName,
    skills: './skills/',
    mcpServers: pluginServers('${CURSOR_PLUGIN_ROOT}'),
    hooks: {
      version: 1,
      hooks: Object.fromEntries(
        ['preCompact', 'sessionStart'].map((event) => [
          event,
          [{ command: hookCommand('${CURSOR_PLUGIN_ROOT}', event), timeout: hookSeconds }],
        ]),
      ),
    },
  },
});

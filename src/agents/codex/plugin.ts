import { compactStartAndEnd, pluginHooks, pluginServers, type PluginFiles } from '../profile/pluginParts.ts';

export const pluginFiles: PluginFiles = ({ about, displayName, publisher, description }) => ({
  '.codex-plugin/plugin.json': {
    ...about,
    skills: './skills/',
    mcpServers: pluginServers('.', { cwd: '.' }), // the folder of the plugin
    hooks: pluginHooks(compactStartAndEnd, '${PLUGIN_ROOT}'),
    interface: {
      displayName,
      shortDescription: description,
      developerName: publisher,
      category: 'Productivity',
    },
  },
});

import { pluginHooks, pluginServers, type PluginFiles } from '../profile/pluginParts.ts';

/** Copilot CLI starts no session after it compacted one, and takes context in its own form only, under its own names. */
export const copilotEvents: readonly string[] = [
  'PreCompact',
  'sessionStart',
  'userPromptSubmitted',
  'sessionEnd',
];

export const pluginFiles: PluginFiles = ({ about }) => ({
  '.plugin/plugin.json': {
    ...about,
    skills: './skills/',
    mcpServers: pluginServers('${PLUGIN_ROOT}', { tools: 'core' }),
    hooks: './hooks/copilot.json',
  },
  'hooks/copilot.json': pluginHooks(copilotEvents, '${PLUGIN_ROOT}'),
});

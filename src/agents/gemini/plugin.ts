import { hookSeconds, pluginHooks, pluginServers, type PluginFiles } from '../profile/pluginParts.ts';

/** Hooks of Gemini CLI have their time limit in milliseconds. */
export const pluginFiles: PluginFiles = ({ about: { name, version, description } }) => ({
  'gemini-extension.json': {
    name,
    version,
    description,
    mcpServers: pluginServers('${extensionPath}', { tools: 'core', cwd: '${workspacePath}' }),
  },
  'hooks/hooks.json': pluginHooks(
    ['PreCompress', 'SessionStart', 'BeforeAgent', 'SessionEnd'],
    '${extensionPath}',
    hookSeconds * 1000,
  ),
});

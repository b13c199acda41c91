import { join } from 'node:path';
import { agentsMd, hooks, hookSeconds, rules, server, standard, usual } from '../profile/configParts.ts';
import { editorFolder, inHome, type Places } from '../profile/machine.ts';
import type { Start } from '../profile/parts.ts';
import type { AgentFiles, AgentProfile } from '../profile/agentProfile.ts';

const folder = inHome('COPILOT_HOME', '.copilot');

const sessionVariable = 'COPILOT_AGENT_SESSION_ID';

/** Folder of its sessions, one subfolder each. */
export const sessionState = (places: Places): string => join(folder(places), 'session-state');

const entry = (start: Start): object => ({
  type: 'local',
  ...usual(start),
  tools: start.picked ?? ['*'],
});
const ownHooks = hooks(
  folder,
  { user: 'hooks/mcp-history-store.json' },
  ['preCompact', 'sessionStart', 'userPromptSubmitted', 'sessionEnd'], // it starts no session after it compacted one
  ({ hook }) => ({
    type: 'command',
    bash: hook.command,
    powershell: hook.powershell,
    timeoutSec: hookSeconds,
  }),
  true,
);

/** GitHub Copilot on the command line. */
export const copilotCli: AgentProfile = {
  id: 'copilot-cli',
  name: 'Copilot CLI',
  client: {
    names: /^(?:github[- ])?copilot/i,
    shownBytes: 20 * 1024,
    sessionVariable,
    callingFolder,
  },
  hooks: {
    dialect: {
      isOf: (input) => 'sessionId' in input && !('conversation_id' in input || 'cursor_version' in input),
      eventOf,
      output: (text) => ({ additionalContext: text }),
    },
  },
  setups: [
    {
      aliases: ['copilot'],
      folder,
      parts: [
        server(folder, { user: 'mcp-config.json', project: '.github/mcp.json' }, entry, { tools: 'core' }),
        ownHooks,
        rules('.github/copilot-instructions.md'),
      ],
    },
    {
      // In newer versions of VS Code, sessions run outside of the editor, where neither servers of extensions nor hooks
      // of plugins exist.
      id: 'agent-host',
      name: 'VS Code Agent Host',
      folder: editorFolder,
      parts: [
        server(folder, { user: 'mcp-config.json' }, entry, { tools: 'core' }),
        server(folder, { project: '.mcp.json' }, standard),
        ownHooks,
        agentsMd,
      ],
      notes: {
        server:
          'Sessions in VS Code’s agent host read the files of Copilot CLI, not the servers of extensions and the hooks of plugins.',
      },
    },
  ],
  resume: (sessionId) => ['copilot', `--resume=${sessionId}`],
  begin: (prompt, folder) => ['copilot', '--add-dir', folder, '-i', prompt],
};

/** Copilot CLI does not name its events; their fields identify them. */
function eventOf(input: Readonly<Record<string, unknown>>): string | undefined {
  if ('transcriptPath' in input) return 'trigger' in input ? 'preCompact' : undefined;
  if (typeof input.source === 'string') return 'sessionStart';
  if (typeof input.reason === 'string') return 'sessionEnd';
  return typeof input.prompt === 'string' ? 'userPromptSubmitted' : undefined;
}

/** Copilot starts plugin servers in the plugin's folder and names no other. */
function callingFolder(places: Places, { text }: AgentFiles): string | undefined {
  const session = places.env[sessionVariable] ?? '';
  if (!/^[\w-]+$/.test(session)) return undefined;
  return yamlScalar(text(join(sessionState(places), session, 'workspace.yaml')), 'cwd');
}

/** Returns a top-level value of a YAML file if it is on one line. */
export function yamlScalar(yaml: string | undefined, key: string): string | undefined {
  const line = yaml?.match(new RegExp(`^${key}:[ \\t]+(.+?)[ \\t]*\\r?$`, 'm'))?.[1];
  if (line === undefined || /^[|>&*!{[#]/.test(line) || line === 'null' || line === '~') return undefined;
  const quoted = /^"(.*)"$|^'(.*)'$/.exec(line);
  const text = quoted?.[1]?.replace(/\\(["\\])/g, '$1') ?? quoted?.[2]?.replaceAll("''", "'") ?? line;
  return text.trim() === '' ? undefined : text.trim();
}

import { join } from 'node:path';
import { rules, usual } from '../profile/configParts.ts';
import { inHome, type AgentMachine } from '../profile/machine.ts';
import { serverName, type ConfigPart, type FileExists } from '../profile/parts.ts';
import type { AgentProfile } from '../profile/agentProfile.ts';

const folder = inHome('CONTINUE_GLOBAL_DIR', '.continue');

/** A list of servers in YAML; a new file gets a name. */
const serverList = (title: string, version: string, file: ConfigPart['file']): ConfigPart => ({
  kind: 'server',
  format: 'yaml',
  file,
  values: ({ server: start }) => [
    { kind: 'head', path: ['name'], value: title },
    { kind: 'head', path: ['version'], value: version },
    { kind: 'head', path: ['schema'], value: 'v1' },
    {
      kind: 'element',
      path: ['mcpServers'],
      named: serverName,
      value: { name: serverName, ...usual(start) },
    },
  ],
});

const config = (machine: AgentMachine): string => join(folder(machine), 'config.yaml');
const ownFile = (parent: string): string => join(parent, 'mcpServers', 'history.yaml');

/** A configuration in YAML replaces one in JSON, so none is created beside a JSON one. */
const isInJson = (machine: AgentMachine, exists: FileExists): boolean =>
  exists(join(folder(machine), 'config.json')) && !exists(config(machine));

/** Continue. Its command line reads only the user's configuration; editors read files of single servers, too. */
export const continueAgent: AgentProfile = {
  id: 'continue',
  name: 'Continue',
  client: { names: /^continue/i },
  setups: [
    {
      folder,
      parts: [
        serverList('Main Config', '1.0.0', (scope, _project, machine, exists) =>
          scope === 'user' && !isInJson(machine, exists) ? config(machine) : undefined,
        ),
        serverList('History', '0.0.1', (scope, project, machine, exists) => {
          if (scope === 'project') return ownFile(join(project, '.continue'));
          return isInJson(machine, exists) ? ownFile(folder(machine)) : undefined;
        }),
        rules('.continue/rules/history.md', '---\nname: Conversation history\nalwaysApply: true\n---\n'),
      ],
      formerParts: [
        serverList('History', '0.0.1', (scope, _project, machine, exists) =>
          scope === 'user' && !isInJson(machine, exists) ? ownFile(folder(machine)) : undefined,
        ),
      ],
    },
  ],
};

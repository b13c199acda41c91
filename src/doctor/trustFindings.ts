import type { ConnectableAgent } from '../connect/agents.ts';
import type { Connection } from '../connect/standing.ts';
import type { Around } from '../connect/machine.ts';
import { note, problem, text } from './findings.ts';
import {
  claudeProjectTrust,
  codexHookTrust,
  codexProjectTrust,
  qwenProjectTrust,
  type Missing,
} from './trust.ts';
import type { RepairableFinding, BilingualText } from './types.ts';

/** What a person has to do before an agent runs what is configured for it. */
export async function trustFindings(
  { id, label }: ConnectableAgent,
  connections: readonly Connection[],
  around: Around,
): Promise<readonly RepairableFinding[]> {
  const partsOf = (scope: Connection['scope'], kind: string) =>
    connections
      .filter((connection) => connection.scope === scope)
      .flatMap(({ parts }) => parts.filter((part) => part.kind === kind && part.state !== 'absent'));
  const about = { subject: id, data: { agent: id } };
  const [hooks] = partsOf('user', 'hooks');
  const untrusted = id === 'codex' && hooks ? await codexHookTrust(hooks, around) : undefined;
  const [server] = partsOf('project', 'server');
  const ask = projectTrust[id];
  const missing = server && ask ? await ask(around) : undefined;
  return [
    ...(untrusted ? [problem('agent.untrusted', hookMessage(label), about)] : []),
    ...(missing?.trust === 'unasked' ? [note('agent.unapproved', unasked(label), about)] : []),
    ...(missing?.trust === 'refused' ? [problem('agent.refused', refused(label, missing), about)] : []),
  ];
}

const projectTrust: Readonly<Record<string, (around: Around) => Promise<Missing | undefined>>> = {
  claude: claudeProjectTrust,
  codex: codexProjectTrust,
  qwen: qwenProjectTrust,
};

const hookMessage = (label: string): BilingualText =>
  text(
    `${label} skips the hook, because you have not trusted it: start codex, type /hooks and trust it.`,
    `${label} 跳过该钩子，因为你尚未信任它：启动 codex，输入 /hooks 并信任它。`,
  );

const unasked = (label: string): BilingualText =>
  text(
    `${label} will not start the server of this project until you approve it: start ${label} here and say yes.`,
    `在你批准之前，${label} 不会启动此项目的服务器：在此启动 ${label} 并同意。`,
  );

const refused = (label: string, { file }: Missing): BilingualText =>
  text(
    `${label} does not start the server of this project, because you declined it once. The answer is in ${file}.`,
    `${label} 不会启动此项目的服务器，因为你曾拒绝。该回答保存在 ${file}。`,
  );

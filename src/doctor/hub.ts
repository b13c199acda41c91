import { StoreError } from '../store/base/core.ts';
import { projectName } from '../store/files/projectId.ts';
import { hubAddress, hubSettings, projectInHub } from '../store/hub/hubSettings.ts';
import { shownHub, type HubAddress } from '../store/hub/hubUrl.ts';
import { note, ok, problem, text } from './findings.ts';
import { historyOf } from './place.ts';
import type { Check, Patient, RepairableFinding } from './types.ts';

/** Whether the hub of a project answers and knows this person. Without a hub nothing is asked, and no code of it loaded. */
export const hubCheck: Check = {
  id: 'hub',
  title: text('Hub', '中心'),
  withinMs: 20_000,
  run: async (patient) => {
    const { machine } = patient;
    const project = projectOf(patient);
    try {
      const address = hubAddress(machine, project);
      if (address === undefined) return [];
      return [
        ...insecure(address),
        await answerOf(address, project && projectInHub(machine, project)),
        ...(project !== undefined && hubSettings(machine, project).paused ? [paused] : []),
      ];
    } catch (error) {
      return [failed(error)];
    }
  },
};

function projectOf(patient: Patient): string | undefined {
  const history = historyOf(patient);
  return history === undefined ? undefined : projectName(history)?.id;
}

const paused = note(
  'hub.paused',
  text(
    'Nothing is sent to the hub until you run mcp-history-store team resume.',
    '运行 mcp-history-store team resume 之前不会向中心发送任何内容。',
  ),
);

/** What a hub on another machine can be read by on the way, or could be somebody else. */
function insecure(address: HubAddress): readonly RepairableFinding[] {
  const hub = shownHub(address);
  const isHere = /^(?:localhost|127\.|::1|\/)/.test(address.host);
  if (isHere || (address.security !== 'none' && address.security !== 'encrypted')) return [];
  const message = text(
    `The connection to ${hub} is not secured, or trusts any server: its address has sslmode=disable or no-verify.`,
    `到 ${hub} 的连接未加密，或信任任何服务器：其地址含有 sslmode=disable 或 no-verify。`,
  );
  return [note('hub.insecure', message, { subject: hub })];
}

async function answerOf(address: HubAddress, project: string | undefined): Promise<RepairableFinding> {
  const { connectHub } = await import('../store/hub/connection.ts');
  const { checkSchema } = await import('../store/hub/migrate.ts');
  const { ownAccess } = await import('../store/hub/members.ts');
  const hub = shownHub(address);
  const connection = await connectHub(address);
  try {
    await checkSchema(connection);
    const access = project === undefined ? undefined : await ownAccess(connection, project);
    if (access !== undefined)
      return ok(
        'hub.answers',
        text(`${hub} answers; you are ${access}.`, `${hub} 可用；你的权限为 ${access}。`),
        {
          data: { access },
        },
      );
    const message = text(
      `${hub} answers, but you are no member of this project there. Ask an owner of it, or run mcp-history-store team setup.`,
      `${hub} 可用，但你不是此项目的成员。请联系项目所有者，或运行 mcp-history-store team setup。`,
    );
    return problem('hub.stranger', message);
  } finally {
    await connection.close();
  }
}

function failed(error: unknown): RepairableFinding {
  const reason = error instanceof Error ? error.message : String(error);
  const id = error instanceof StoreError && error.code === 'storage' ? 'hub.silent' : 'hub.wrong';
  return problem(id, text(reason, `中心不可用：${reason}`), { data: { reason } });
}

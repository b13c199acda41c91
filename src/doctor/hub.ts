import { defined, StoreError } from '../store/base/core.ts';
import { projectName } from '../store/files/projectId.ts';
import { hubAddress, hubSettings, projectInHub } from '../store/hub/hubSettings.ts';
import { shownHub, type HubAddress } from '../store/hub/hubUrl.ts';
import { embeddingsFromEnvironment, type EmbeddingProvider } from '../store/embeddings/embeddings.ts';
import type { HubConnection } from '../store/hub/types.ts';
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
      const known = hubAddress(machine, project);
      if (known === undefined) return [];
      const address = await withPassword(known, patient, project);
      return [
        ...insecure(address),
        ...(await answerOf(address, project && projectInHub(machine, project), patient).catch(
          (error: unknown) => [failed(error)],
        )),
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

/** One that was set up in the editor has its password there. */
async function withPassword(
  address: HubAddress,
  { hubPassword }: Patient,
  project: string | undefined,
): Promise<HubAddress> {
  if (address.password !== undefined || project === undefined) return address;
  return { ...address, ...defined({ password: await hubPassword?.(project, shownHub(address)) }) };
}

const paused = note(
  'hub.paused',
  text(
    'Nothing is sent to the hub while sending is paused. Resume it in the editor (History: Resume Sending to Hub), or run mcp-history-store team resume.',
    '已暂停向中心发送。可在编辑器中恢复（对话历史: 恢复向中心发送），或运行 mcp-history-store team resume。',
  ),
);

/** What a hub on another machine can be read by on the way, or could be somebody else. */
function insecure(address: HubAddress): readonly RepairableFinding[] {
  const hub = shownHub(address);
  const isHere = /^(?:localhost|127(?:\.\d+){3}|::1|\/.*)$/.test(address.host);
  if (isHere || (address.security !== 'none' && address.security !== 'encrypted')) return [];
  const message = text(
    `The connection to ${hub} is not secured, or trusts any server: its address has sslmode=disable or no-verify.`,
    `到 ${hub} 的连接未加密，或信任任何服务器：其地址含有 sslmode=disable 或 no-verify。`,
  );
  return [note('hub.insecure', message, { subject: hub })];
}

async function answerOf(
  address: HubAddress,
  project: string | undefined,
  patient: Patient,
): Promise<readonly RepairableFinding[]> {
  const { connectHub } = await import('../store/hub/connection.ts');
  const { checkSchema } = await import('../store/hub/migrate.ts');
  const { ownAccess } = await import('../store/hub/members.ts');
  const hub = shownHub(address);
  const connection = await connectHub(address);
  try {
    await checkSchema(connection);
    const access = project === undefined ? undefined : await ownAccess(connection, project);
    const answers = text(`${hub} answers; you are ${access}.`, `${hub} 可用；你的权限为 ${access}。`);
    if (access !== undefined)
      return [ok('hub.answers', answers, { data: { access } }), ...(await meaningOf(connection, patient))];
    const message = text(
      `${hub} answers, but you are no member of this project there. Ask an owner of it, or set the hub up anew.`,
      `${hub} 可用，但你不是此项目的成员。请联系项目所有者，或重新设置中心。`,
    );
    return [problem('hub.stranger', message)];
  } finally {
    await connection.close();
  }
}

/** Whether it is searched by meaning, told to who has embeddings set up. */
async function meaningOf(
  connection: HubConnection,
  { embeddings, machine }: Patient,
): Promise<readonly RepairableFinding[]> {
  const provider = providerIn(embeddings?.() ?? machine.env);
  if (provider === undefined) return [];
  const { vectorsState } = await import('../store/hub/vectorsPlace.ts');
  const { meaningLook } = await import('./hubMeaning.ts');
  const { state, message } = meaningLook(await vectorsState(connection), provider);
  const { model } = provider;
  return [(state === 'on' ? ok : note)('hub.meaning', message, { data: { state, model } })];
}

/** A wrong address is told where variables are looked at. */
function providerIn(env: Readonly<Record<string, string | undefined>>): EmbeddingProvider | undefined {
  try {
    return embeddingsFromEnvironment(env);
  } catch {
    return undefined;
  }
}

function failed(error: unknown): RepairableFinding {
  const reason = error instanceof Error ? error.message : String(error);
  const { code, data } = error instanceof StoreError ? error : { code: undefined, data: {} };
  const kind = 'problem' in data && typeof data.problem === 'string' ? data.problem : undefined;
  const chinese = kind === undefined ? undefined : inChinese[kind];
  const message = text(reason, `中心不可用：${chinese === undefined ? '' : `${chinese}。`}${reason}`);
  // Other programs than the one that was set up with it may well know none.
  if (kind === 'password') return note('hub.password', message, { data: { reason } });
  return problem(code === 'storage' ? 'hub.silent' : 'hub.wrong', message, { data: { reason } });
}

const inChinese: Readonly<Record<string, string>> = {
  certificate: '证书不是由本机已知的机构签发的',
  certificateHost: '证书属于另一台服务器',
  tls: '服务器不支持加密',
  password:
    '没有密码。在编辑器中设置的中心，其密码保存在编辑器的机密存储中；其他程序请使用 HISTORY_HUB_URL、PGPASSWORD 或 .pgpass',
  login: '用户名或密码错误',
  database: '没有此数据库',
  rights: '没有权限',
  schema: '尚未设置为中心',
  engine: '此数据库不能用作中心，中心需要 PostgreSQL 14 或更高版本',
  unreachable: '无法连接。内容不会丢失，恢复后会继续',
};

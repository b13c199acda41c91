import { forms, type Form } from './forms.ts';

/** Something that happens in a scripted session. */
export type Did =
  | { readonly kind: 'asked'; readonly text: string }
  | { readonly kind: 'decided'; readonly text: string }
  | { readonly kind: 'edited'; readonly path: string; readonly how: 'edit' | 'write' | 'patch' | 'shell' }
  | {
      readonly kind: 'ran';
      readonly line: string;
      readonly of: string;
      readonly failed: boolean;
      readonly output: string;
    }
  | { readonly kind: 'helped'; readonly path: string }
  | { readonly kind: 'compacted'; readonly summary: string };

/** A session that was made up, as its agent writes it, with what happened in it. */
export interface Scripted {
  readonly name: string;
  readonly form: Form;
  readonly did: readonly Did[];
}

interface Plan {
  readonly agent: keyof typeof forms;
  readonly requests: number;
  readonly folders: number;
  readonly compactions: number;
  readonly isChinese?: boolean;
  readonly hasHelpers?: boolean;
}

const plans: readonly Plan[] = [
  { agent: 'claude', requests: 6, folders: 2, compactions: 1 },
  { agent: 'claude', requests: 15, folders: 5, compactions: 1, hasHelpers: true },
  { agent: 'claude', requests: 30, folders: 8, compactions: 2 },
  { agent: 'claude', requests: 64, folders: 9, compactions: 3 },
  { agent: 'claude', requests: 18, folders: 4, compactions: 1, isChinese: true },
  { agent: 'claude', requests: 40, folders: 6, compactions: 2, isChinese: true, hasHelpers: true },
  { agent: 'codex', requests: 5, folders: 3, compactions: 1 },
  { agent: 'codex', requests: 22, folders: 6, compactions: 1 },
  { agent: 'codex', requests: 60, folders: 8, compactions: 2 },
  { agent: 'codex', requests: 12, folders: 4, compactions: 1, isChinese: true },
  { agent: 'codexBefore', requests: 10, folders: 4, compactions: 1 },
  { agent: 'codexBefore', requests: 28, folders: 7, compactions: 2 },
  { agent: 'copilot', requests: 8, folders: 3, compactions: 1 },
  { agent: 'copilot', requests: 25, folders: 6, compactions: 2 },
  { agent: 'copilot', requests: 16, folders: 4, compactions: 1, isChinese: true },
  { agent: 'gemini', requests: 9, folders: 4, compactions: 0 },
  { agent: 'gemini', requests: 26, folders: 7, compactions: 0 },
  { agent: 'cline', requests: 7, folders: 3, compactions: 0 },
  { agent: 'cline', requests: 24, folders: 6, compactions: 0 },
  { agent: 'cline', requests: 14, folders: 4, compactions: 0, isChinese: true },
];

const verbs = ['Fix', 'Add', 'Rename', 'Explain', 'Speed up', 'Document', 'Test', 'Split'];
const things = [
  'rounding',
  'login form',
  'price import',
  'search index',
  'invoice mail',
  'retry logic',
  'date picker',
  'cache',
];
const causes = [
  'because customers see a difference of one cent on their invoices',
  'so that the nightly import no longer stops halfway',
  'and keep the public interface as it is',
  'as accounting asked for it again this morning',
];
const verbsZh = ['修复', '增加', '重命名', '解释', '加速', '记录', '测试', '拆分'];
const thingsZh = ['舍入规则', '登录表单', '价格导入', '搜索索引', '发票邮件', '重试逻辑', '日期选择', '缓存'];
const causesZh = [
  '因为客户在发票上看到一分钱的差额',
  '让夜间导入不再中途停止',
  '并保持公共接口不变',
  '会计今天早上又提了这个要求',
];

/** Lines of shells with their kinds, in the ways that agents write them. */
const commands: readonly (readonly [line: string, of: string])[] = [
  ['npm test', 'npm test'],
  ['cd /home/dev/shop && npm run lint -- --fix 2>&1', 'npm run'],
  ['NODE_ENV=test npx vitest run', 'npx vitest'],
  ['git add -A && git commit -m "Fix; && the rest"', 'git add'],
  ['python3 -m pytest -q', 'python3'],
  ['cargo test --workspace', 'cargo test'],
  ['go test ./...', 'go test'],
  ['make build', 'make build'],
  ['mvn -q verify', 'mvn'],
  ['docker compose run --rm app pytest', 'docker compose'],
  ['pnpm --filter web build', 'pnpm'],
  ['npx tsc --noEmit', 'npx tsc'],
];
const looks: readonly (readonly [line: string, of: string])[] = [
  ['ls -la src', 'ls'],
  ['rg -n "round" src | head -20', 'rg'],
  ['git status --short', 'git status'],
  ['cat package.json', 'cat'],
];

const at = <T>(all: readonly T[], n: number): T => {
  const one = all[n % all.length];
  if (one === undefined) throw new Error('an empty list');
  return one;
};

function request(n: number, isChinese: boolean): string {
  const part = Math.floor(n / 8);
  return isChinese
    ? `${at(verbsZh, n)}模块 ${n} 的${at(thingsZh, n + part)}，${at(causesZh, n)}。`
    : `${at(verbs, n)} the ${at(things, n + part)} of module ${n}, ${at(causes, n)}.`;
}

/** What happens for one request: something is read, changed, tried, and where it failed changed and tried again. */
function turn(n: number, { folders, isChinese = false, hasHelpers = false }: Plan): Did[] {
  const path = `src/${at(['cart', 'login', 'import', 'search', 'mail', 'jobs', 'dates', 'cache', 'http'], n % folders)}/module${Math.floor(n / folders) % 4}.ts`;
  const [look, ofLook] = at(looks, n);
  const [line, of] = at(commands, n * 5 + 1);
  const edited: Did = { kind: 'edited', path, how: at(['edit', 'write', 'patch', 'shell'] as const, n) };
  const ran = (failed: boolean): Did => ({
    kind: 'ran' as const,
    line,
    of,
    failed,
    output: failed ? `Error: module${n} differs by one cent` : 'all good',
  });
  return [
    { kind: 'asked', text: request(n, isChinese) },
    { kind: 'ran', line: look, of: ofLook, failed: false, output: 'src' },
    ...(hasHelpers && n % 5 === 0 ? [{ kind: 'helped' as const, path: `docs/helper${n}.md` }] : []),
    edited,
    ...(n % 3 === 0 ? [ran(true), { ...edited, how: 'edit' as const }] : []),
    ran(n % 7 === 6),
    ...(n % 6 === 4
      ? [
          {
            kind: 'decided' as const,
            text: isChinese ? `模块 ${n} 每单只舍入一次` : `Module ${n} rounds once per order`,
          },
        ]
      : []),
  ];
}

/** A summary as models write them: the aim, some files, most decisions, nearly no command. */
function summaryOf(before: readonly Did[]): string {
  const asked = before.flatMap((one) => (one.kind === 'asked' ? [one.text] : []));
  const files = [...new Set(before.flatMap((one) => (one.kind === 'edited' ? [one.path] : [])))];
  const decisions = before.flatMap((one) => (one.kind === 'decided' ? [one.text] : []));
  return [
    `1. Primary request: ${asked.slice(0, 2).join(' ')}`,
    `2. Files: ${files.filter((_, n) => n % 4 !== 3).join(', ')}`,
    `3. Decisions: ${decisions.filter((_, n) => n % 4 !== 3).join('; ')}`,
    `4. Current work: ${asked.at(-1) ?? ''}`,
  ].join('\n');
}

function scripted(plan: Plan, index: number): Scripted {
  const did: Did[] = [];
  const every = Math.ceil(plan.requests / (plan.compactions + 1));
  for (let n = 0; n < plan.requests; n++) {
    did.push(...turn(n, plan));
    if (plan.compactions > 0 && (n + 1) % every === 0 && n + 1 < plan.requests)
      did.push({ kind: 'compacted', summary: summaryOf(did) });
  }
  if (plan.compactions > 0) did.push({ kind: 'compacted', summary: summaryOf(did) });
  const marks = [plan.isChinese && 'zh', plan.hasHelpers && 'subagents'].filter(Boolean).join(' ');
  return {
    name: `${index + 1} ${plan.agent} ${plan.requests} requests ${marks}`.trim(),
    form: forms[plan.agent],
    did,
  };
}

/** Sessions of several agents, short and long, in English and Chinese, compacted several times. */
export const scriptedSessions = (): Scripted[] => plans.map(scripted);

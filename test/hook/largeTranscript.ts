import fs from 'node:fs';

const paragraph =
  'Here is `code`, **bold** text, <b>HTML</b>, a path C:\\tmp\\x and 修复登录超时.\n\n' +
  '```ts\nconst a: Map<string, number> = new Map();\n```\n- item\n- item # two\n';
const result = 'line of code `x` <y>\n';

/** Writes a transcript of Claude Code of at least `bytes`, in which the agent reads file after file. */
export function writeLargeTranscript(file: string, session: string, bytes: number, cwd = '/work'): void {
  const handle = fs.openSync(file, 'w');
  let parentUuid: string | null = null;
  let size = 0;
  const put = (n: number, kind: string, record: object): void => {
    const uuid = `${kind}${n}`;
    const timestamp = new Date(Date.UTC(2026, 1, 5) + n * 1_000).toISOString();
    const shared = { parentUuid, isSidechain: false, cwd, sessionId: session, uuid, timestamp };
    size += fs.writeSync(handle, `${JSON.stringify({ ...shared, ...record })}\n`);
    parentUuid = uuid;
  };
  for (let n = 0; size < bytes; n++) {
    const answer = (...content: object[]) => ({
      type: 'assistant',
      message: { id: `m${n}`, role: 'assistant', model: 'claude', content },
    });
    const returned = { type: 'tool_result', tool_use_id: `t${n}`, content: result.repeat(300) };
    put(n, 'u', { type: 'user', message: { role: 'user', content: `Fix number ${n}. ${paragraph}` } });
    put(n, 'a', answer({ type: 'text', text: paragraph.repeat(4) }));
    put(
      n,
      'b',
      answer({ type: 'tool_use', id: `t${n}`, name: 'Read', input: { file_path: `src/x${n}.ts` } }),
    );
    put(n, 'r', {
      type: 'user',
      message: { role: 'user', content: [returned] },
      toolUseResult: { stdout: result },
    });
  }
  fs.closeSync(handle);
}

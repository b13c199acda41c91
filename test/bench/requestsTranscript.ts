import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes a session of Claude Code of so many messages in a folder, each third one a request. */
export function writeRequests(file: string, sessionId: string, messages: number, cwd: string): void {
  const asked = (n: number) => ({
    type: 'user',
    message: { role: 'user', content: `Fix number ${n}: the login in file${n % 90}.ts times out` },
  });
  const called = (n: number) => {
    const input = { file_path: join(cwd, `src/file${n % 90}.ts`), old_string: 'a', new_string: 'b' };
    const use = n % 2 === 0 ? { name: 'Edit', input } : { name: 'Bash', input: { command: 'npm test' } };
    const content = [{ type: 'tool_use', id: `t${n}`, ...use }];
    return { type: 'assistant', message: { id: `m${n}`, role: 'assistant', model: 'claude', content } };
  };
  const returned = (n: number) => {
    const content = [{ type: 'tool_result', tool_use_id: `t${n - 1}`, content: 'ok '.repeat(50) }];
    return { type: 'user', message: { role: 'user', content } };
  };
  const kinds = [asked, called, returned];
  const lines = Array.from({ length: messages }, (_, n) =>
    JSON.stringify({
      parentUuid: n === 0 ? null : `u${n - 1}`,
      uuid: `u${n}`,
      isSidechain: false,
      cwd,
      sessionId,
      timestamp: new Date(Date.UTC(2026, 1, 5) + n * 2_000).toISOString(),
      ...(kinds[n % 3] ?? asked)(n),
    }),
  );
  writeFileSync(file, `${lines.join('\n')}\n`);
}

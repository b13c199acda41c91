import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FrameLocator, Page } from 'playwright-core';
import { accessibilityViolations } from '../editor/accessibility.ts';
import { withFolder, withServer, type ServerUnderTest } from '../server/withServer.ts';
import { withFilePage } from './panePage.ts';

interface Call {
  readonly name: string;
  readonly args: Record<string, unknown>;
}

interface Chat {
  readonly page: Page;
  readonly app: FrameLocator;
  readonly problems: readonly string[];
  /** What the page asked of the chat besides its handshake and its size. */
  readonly asked: readonly { readonly method: string; readonly params: Record<string, unknown> }[];
  readonly server: ServerUnderTest;
  /** The text of all items of the reply that is shown. */
  readonly text: string;
}

interface ChatOptions {
  readonly context?: Record<string, unknown>;
  readonly capabilities?: Record<string, unknown>;
}

/** The default policy of hosts for pages that name no domains, by the MCP Apps extension. */
const policy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'none'";

/** A chat as a page: it frames the app, answers its handshake, tells the call and its reply, and passes calls on. */
const hostPage = (html: string, options: ChatOptions & { readonly call: Call; readonly reply: unknown }) => `
<!doctype html><meta charset="utf-8"><title>Chat</title>
<iframe id="app" title="History" sandbox="allow-scripts" style="width: 100%; height: 700px; border: 0"></iframe>
<script>
  const { call, reply, context, capabilities } = ${JSON.stringify(options).replaceAll('<', '\\u003c')};
  const app = document.getElementById('app');
  const send = (message) => app.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*');
  addEventListener('message', async ({ data: { id, method, params } }) => {
    if (method === 'ui/initialize') {
      const toolInfo = { tool: { name: call.name } };
      const hostInfo = { name: 'Visual Studio Code', version: '1' };
      const result = { protocolVersion: '2026-01-26', hostInfo, hostCapabilities: capabilities };
      send({ id, result: { ...result, hostContext: { toolInfo, ...context } } });
    } else if (method === 'ui/notifications/initialized') {
      send({ method: 'ui/notifications/tool-input', params: { arguments: call.args } });
      send({ method: 'ui/notifications/tool-result', params: reply });
    } else if (method !== 'ui/notifications/size-changed') {
      send({ id, ...(await window.answer(method, params)) });
    }
  });
  app.srcdoc = ${JSON.stringify(html.replace('<head>', `<head><meta http-equiv="Content-Security-Policy" content="${policy}">`)).replaceAll('<', '\\u003c')};
</script>`;

const all = { serverTools: {}, openLinks: {} };

/** Shows in a chat what a call of a running server replies. */
async function showIn(
  server: ServerUnderTest,
  call: Call,
  use: (chat: Chat) => Promise<void>,
  { context = { theme: 'dark', locale: 'en' }, capabilities = all }: ChatOptions = {},
): Promise<void> {
  const { contents } = await server.client.readResource({ uri: 'ui://history/app' });
  const html = (contents[0] as { text: string }).text;
  const reply = await server.client.callTool({ name: call.name, arguments: call.args });
  const text = (reply.content as { text: string }[]).map((item) => item.text).join('\n');
  await withFolder(async (folder) => {
    const file = join(folder, 'chat.html');
    writeFileSync(file, '');
    await withFilePage(pathToFileURL(file).href, {}, async (page, problems) => {
      const asked: Chat['asked'][number][] = [];
      await page.exposeFunction('answer', async (method: string, params: Record<string, unknown>) => {
        asked.push({ method, params });
        if (method !== 'tools/call') return { result: {} };
        const { name, arguments: args } = params as { name: string; arguments: Record<string, unknown> };
        return { result: await server.client.callTool({ name, arguments: args }) };
      });
      writeFileSync(file, hostPage(html, { call, reply, context, capabilities }));
      await page.reload();
      const app = page.frameLocator('#app');
      await app.locator('.reply').waitFor();
      await use({ page, app, problems, asked, server, text });
    });
  });
}

const talk = (about: string) => ({
  entries: [
    { role: 'user', text: `Do ${about}` },
    { role: 'assistant', text: `${about} is done` },
  ],
});

const words = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

describe('the page of chats', () => {
  it('shows hits, reads around one, and asks for nothing outside', () =>
    withServer(async (server) => {
      for (const about of ['the login', 'the invoices <b>&amp;</b>'])
        await server.ok('history_save', { dialog: 'feature x', ...talk(about) });
      await showIn(server, { name: 'history_search', args: { query: 'done', limit: 1 } }, async (chat) => {
        const { app, problems, asked, text } = chat;
        const shown = words(await app.locator('#root').innerText());
        const calls = / {3}→ .*|^\d+\. |^More: .*/gm; // become buttons
        assert.deepEqual(
          words(text.replaceAll(calls, '')).filter((word) => !shown.includes(word)),
          [],
        );
        await app.locator('button.hit').first().click();
        await app.locator('.shown .message').first().waitFor();
        assert.match(await app.locator('.shown').innerText(), /the invoices <b>&amp;<\/b> is done/);
        await app.getByRole('button', { name: 'Open in Editor' }).click();
        await app.getByRole('button', { name: 'Show More' }).click();
        await app.locator('.shown button.hit').waitFor();
        assert.deepEqual(
          asked.map(({ method, params }) => [method, params.url ?? params.name]),
          [
            ['tools/call', 'history_get_messages_since'],
            [
              'ui/open-link',
              `vscode://mcp-history-store.mcp-history-store/open?reference=${encodeURIComponent('history://dialogs/feature%20x')}`,
            ],
            ['tools/call', 'history_search'],
          ],
        );
        assert.deepEqual(problems, []);
      });
    }));

  for (const theme of ['light', 'dark'] as const)
    it(`is accessible in a ${theme} chat and says its texts in Chinese there`, () =>
      withServer(async (server) => {
        await server.ok('history_save', { dialog: 'd', ...talk('the login') });
        const context = { theme, locale: 'zh-CN' };
        const call = { name: 'history_search', args: { query: 'login', limit: 1 } };
        await showIn(
          server,
          call,
          async ({ page, app }) => {
            await app.locator('button.hit').first().click();
            await app.locator('.shown .message').first().waitFor();
            assert.ok(await app.getByRole('button', { name: '显示更多' }).isVisible());
            const [, frame] = page.frames();
            assert.ok(frame);
            assert.deepEqual(await accessibilityViolations(frame), []);
          },
          { context },
        );
      }));

  it('lists sessions, of which one is loaded here or resumed by a message of the person', () =>
    withServer(async (server) => {
      const reply = {
        success: true,
        sessions: [{ number: 1, id: 'a1', source: 'claude', title: 'Fix the parser', branch: 'main' }],
        total: 1,
      };
      const shownReply = { content: [{ type: 'text', text: JSON.stringify(reply) }] };
      const replying = { ...server, client: replyingWith(server, shownReply) };
      await showIn(replying, { name: 'session_list', args: {} }, async ({ app, asked }) => {
        const session = app.locator('button.hit');
        assert.match(await session.innerText(), /Fix the parser\s*1\. · claude · main · a1/);
        await session.click();
        await app.getByRole('button', { name: 'Resume Here' }).click();
        await app.locator('.shown .reply').waitFor();
        const said = asked.find(({ method }) => method === 'ui/message');
        assert.deepEqual(said?.params.content, [
          {
            type: 'text',
            text: 'Continue the session "Fix the parser" here. Load it with session_resume {"id":"a1"}.',
          },
        ]);
      });
    }));

  it('shows all facts of a brief, and only text where the chat calls no tools', () =>
    withServer(async (server) => {
      await server.ok('store_memory', {
        content: 'The parser stays free of dependencies',
        metadata: { tags: 'decision' },
      });
      const brief = { name: 'history_brief', args: {} };
      await showIn(server, brief, async ({ app, text }) => {
        const shown = words(await app.locator('#root').innerText());
        assert.deepEqual(
          words(text).filter((word) => !shown.includes(word)),
          [],
        );
        assert.equal(await app.locator('h2').count(), 1);
      });
      const search = { name: 'history_search', args: { query: 'parser' } };
      await showIn(
        server,
        search,
        async ({ app }) => {
          assert.match(await app.locator('.hit').first().innerText(), /free of dependencies/);
          assert.equal(await app.locator('button').count(), 0);
        },
        { capabilities: {} },
      );
    }));
});

/** The client of a server that replies the same to every call, and reads resources as before. */
function replyingWith({ client }: ServerUnderTest, reply: object): ServerUnderTest['client'] {
  return {
    readResource: (params: { uri: string }) => client.readResource(params),
    callTool: () => Promise.resolve(reply),
  } as unknown as ServerUnderTest['client'];
}

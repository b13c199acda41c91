import { accept, options, quickInput, runCommand } from '../editor/workbench.ts';
import { picture, sample, withEditor } from './withEditor.ts';

const dialog = 'nightly-price-import';

describe('resources of the server in the window', function () {
  it('are listed by *MCP: Browse Resources…*, found by name, and opened', () =>
    withEditor({ prepare: sample }, async ({ page }) => {
      await runCommand(page, 'MCP: List Servers');
      await options(page, 'History').first().click();
      await options(page, 'Start Server').click();
      await runCommand(page, 'MCP: Browse Resources...');
      await options(page, 'Resource template: history://dialogs/{dialog}').first().waitFor();
      await picture(page, 'mcp-resources');
      const input = await quickInput(page, 'Resource template');
      await input.fill(`${await input.inputValue()}${dialog}`); // behind what calls for resources
      await accept(page, dialog);
      await page.locator('.tab.active', { hasText: dialog }).waitFor();
      await page
        .locator('.part.editor .view-line', { hasText: `# ${dialog}` })
        .first()
        .waitFor();
      await picture(page, 'mcp-resource');
    }));
});

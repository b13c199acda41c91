import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as axe from 'axe-core';
import type { Frame } from 'playwright-core';

declare global {
  var axe: typeof import('axe-core');
}

/** Pages in which nothing was wrong, with their size: under another theme only colours can be. */
const sound = new Set<string>();
const ofColours = ['color-contrast', 'link-in-text-block'];

/**
 * What axe finds wrong in a frame, one line per rule and element, empty when all is well. Frames inside it are not
 * looked at. It works in a webview, whose content security policy forbids scripts of others.
 */
export async function accessibilityViolations(frame: Frame): Promise<readonly string[]> {
  const source = readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8');
  await frame.evaluate(source); // through the debugger, so not subject to the policy
  const shown = await frame.evaluate(() => `${innerWidth} ${innerHeight} ${document.body.innerHTML}`);
  const { violations } = await frame.evaluate(
    (colourRules) => {
      // A webview is transparent: what a person sees behind its text is the editor.
      document.documentElement.style.backgroundColor = 'var(--vscode-editor-background)';
      return globalThis.axe.run({
        iframes: false,
        ...(colourRules && { runOnly: { type: 'rule', values: colourRules } }),
      });
    },
    sound.has(shown) && ofColours,
  );
  if (violations.length === 0) sound.add(shown);
  return violations.flatMap(describe);
}

function describe(violation: axe.Result): string[] {
  return violation.nodes.map(
    ({ target, html, failureSummary }) =>
      `${violation.id} (${violation.impact ?? 'unknown impact'}) ${target.join(' ')}: ${failureSummary ?? violation.help}\n  ${html}`,
  );
}

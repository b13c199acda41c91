import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { themes } from './workbench.ts';

export type ThemeName = keyof typeof themes;

export const themeNames = [
  'light',
  'dark',
  'highContrast',
  'highContrastLight',
] as const satisfies readonly ThemeName[];

/** Gives the window of a workspace folder a theme: by its settings, because the editor does not notice when those of the person change on disk. */
export function setTheme(root: string, theme: ThemeName): void {
  mkdirSync(join(root, '.vscode'), { recursive: true });
  const settings = { 'workbench.colorTheme': themes[theme] };
  writeFileSync(join(root, '.vscode/settings.json'), JSON.stringify(settings));
}

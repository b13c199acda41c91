import { useLayoutEffect, useRef } from 'preact/hooks';

interface Container {
  readonly current: HTMLElement | null;
}

/**
 * Preserves the focus across renders: on the same element if it moves, else on the next one, else on the first button
 * in `container`. Call it with every state.
 */
export function useKeptFocus(container: Container, selector: string, state: unknown): void {
  const focused = useRef<{ readonly element: HTMLElement; readonly index: number } | undefined>(undefined);
  const all = (): HTMLElement[] => [...(container.current?.querySelectorAll<HTMLElement>(selector) ?? [])];
  useLayoutEffect(() => {
    if (!focused.current || !document.hasFocus() || document.activeElement !== document.body) return;
    const { element, index } = focused.current;
    const left = all();
    const next = element.isConnected ? element : left[Math.min(index, left.length - 1)];
    (next ?? container.current?.querySelector('button'))?.focus();
  }, [state]);
  useLayoutEffect(() => {
    const shown = container.current;
    const onFocus = ({ target }: FocusEvent) => {
      const index = all().findIndex((element) => element === target);
      focused.current = target instanceof HTMLElement && index >= 0 ? { element: target, index } : undefined;
    };
    shown?.addEventListener('focusin', onFocus);
    return () => shown?.removeEventListener('focusin', onFocus);
  }, []);
}

import { useLayoutEffect, useRef } from 'preact/hooks';

interface Place {
  readonly current: HTMLElement | null;
}

/**
 * When the focused one of these elements moves, it keeps the focus; when it goes, the next one takes it, or else the
 * first button of the place. To be called with every state.
 */
export function useKeptFocus(place: Place, selector: string, state: unknown): void {
  const focused = useRef<{ readonly element: HTMLElement; readonly index: number } | undefined>(undefined);
  const all = (): HTMLElement[] => [...(place.current?.querySelectorAll<HTMLElement>(selector) ?? [])];
  useLayoutEffect(() => {
    if (!focused.current || !document.hasFocus() || document.activeElement !== document.body) return;
    const { element, index } = focused.current;
    const left = all();
    const next = element.isConnected ? element : left[Math.min(index, left.length - 1)];
    (next ?? place.current?.querySelector('button'))?.focus();
  }, [state]);
  useLayoutEffect(() => {
    const shown = place.current;
    const onFocus = ({ target }: FocusEvent) => {
      const index = all().findIndex((element) => element === target);
      focused.current = target instanceof HTMLElement && index >= 0 ? { element: target, index } : undefined;
    };
    shown?.addEventListener('focusin', onFocus);
    return () => shown?.removeEventListener('focusin', onFocus);
  }, []);
}

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ContextPaneAction } from '../../protocol/contextPane.ts';
import type { ContextPaneStrings } from '../../protocol/contextPaneStrings.ts';
import type { ContentServices } from '../contentContext.ts';

/** What every part of the context pane works with. */
export interface ContextPaneServices extends ContentServices {
  readonly strings: ContextPaneStrings;
  readonly send: (action: ContextPaneAction) => void;
}

export const ContextPaneContext = createContext<ContextPaneServices | undefined>(undefined);

/** The services of the context pane around a component. */
export function useContextPane(): ContextPaneServices {
  const services = useContext(ContextPaneContext);
  if (services === undefined) throw new Error('A part of the context pane was rendered outside of it');
  return services;
}

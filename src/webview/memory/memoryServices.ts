import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { MemoryPaneAction } from '../../protocol/memoryPane.ts';
import type { MemoryPaneStrings } from '../../protocol/memoryPaneStrings.ts';
import type { ContentServices } from '../contentContext.ts';

/** What every part of the memory pane works with. */
export interface MemoryPaneServices extends ContentServices {
  readonly strings: MemoryPaneStrings;
  readonly send: (action: MemoryPaneAction) => void;
}

export const MemoryPaneContext = createContext<MemoryPaneServices | undefined>(undefined);

/** The services of the memory pane around a component. */
export function useMemoryPane(): MemoryPaneServices {
  const services = useContext(MemoryPaneContext);
  if (services === undefined) throw new Error('A part of the memory pane was rendered outside of it');
  return services;
}

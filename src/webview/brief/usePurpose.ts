import { useEffect, useState } from 'preact/hooks';
import type { PanePurpose } from '../../protocol/briefPane.ts';
import { useBriefPane } from './briefServices.ts';

/** The purpose a person has just chosen, until the extension has sent what is for it; else the one that is shown. */
export function usePurpose(
  sent: PanePurpose,
  shown: string | undefined,
): [PanePurpose, (purpose: PanePurpose) => void] {
  const { send } = useBriefPane();
  const [asked, ask] = useState<PanePurpose>();
  useEffect(() => ask(undefined), [sent]);
  const choose = (purpose: PanePurpose): void => {
    if (purpose !== sent) ask(purpose);
    if (purpose !== sent || shown !== undefined) send({ type: 'purpose', purpose });
  };
  return [asked ?? sent, choose];
}

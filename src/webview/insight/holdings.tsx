import type { JSX } from 'preact';
import { fill } from '../../protocol/format.ts';
import type { InsightPaneState } from '../../protocol/insightPane.ts';
import { useUniqueId } from '../base/uniqueId.ts';
import { useInsightPane } from './insightServices.ts';

const most = 12;

/** Sizes of dialogs, and use of disk space. */
export function Holdings({ state }: { state: InsightPaneState }): JSX.Element | null {
  const { strings, format, send } = useInsightPane();
  const { dialogs, disk } = state;
  const [dialogsId, diskId] = [useUniqueId(), useUniqueId()];
  if (disk.length === 0 && dialogs.length === 0) return null;
  return (
    <section class="part">
      <h2>{strings.holdings}</h2>
      <div class="lists">
        <section class="figures" aria-labelledby={dialogsId}>
          <h3 id={dialogsId}>{strings.dialogSizes}</h3>
          <div class="figures-scroll" tabIndex={0} role="group" aria-labelledby={dialogsId}>
            <table data-one-stop>
              <thead>
                <tr>
                  <th scope="col">{strings.dialog}</th>
                  <th scope="col" class="number">
                    {strings.messages}
                  </th>
                  <th scope="col" class="number">
                    {strings.size}
                  </th>
                </tr>
              </thead>
              <tbody>
                {dialogs.slice(0, most).map((dialog) => (
                  <tr key={dialog.name}>
                    <th scope="row">
                      <button
                        type="button"
                        class="link-button"
                        onClick={() => send({ type: 'openDialog', dialog: dialog.name })}
                      >
                        {dialog.name}
                      </button>
                      {dialog.isOutside && <span class="badge">{strings.outside}</span>}
                    </th>
                    <td class="number">
                      {fill(strings.ofMost, format.count(dialog.messages), format.count(dialog.maxMessages))}
                    </td>
                    <td class="number">
                      {fill(strings.ofMost, format.bytes(dialog.bytes), format.bytes(dialog.maxBytes))}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
        <section class="figures" aria-labelledby={diskId}>
          <h3 id={diskId}>{strings.disk}</h3>
          <ul>
            {disk
              .filter(({ bytes }) => bytes > 0)
              .map(({ label, bytes, canGo }) => (
                <li key={label}>
                  {label} <span class="about">{format.bytes(bytes)}</span>
                  {canGo && <span class="badge">{strings.canGo}</span>}
                </li>
              ))}
          </ul>
        </section>
      </div>
    </section>
  );
}

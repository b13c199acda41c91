import type { JSX } from 'preact';
import type { DialogHeader } from '../../protocol/dialogPane.ts';
import { fill } from '../format.ts';
import { usePane } from '../paneContext.ts';
import { fullness } from './fullness.ts';

/** How full the comfort zone is, as a bar with the numbers beside it. */
export function Gauge({ header }: { header: DialogHeader }): JSX.Element {
  const { strings, format } = usePane();
  const { value, by, level } = fullness(header);
  const { maxMessages, maxBytes } = header.thresholds;
  const byMessages = fill(strings.comfortMessages, format.count(header.messages), format.count(maxMessages));
  const byBytes = fill(strings.comfortBytes, format.bytes(header.bytes), format.bytes(maxBytes));
  const detail = fill(
    strings.comfortDetail,
    ...[format.count(header.messages), format.count(maxMessages)],
    ...[format.bytes(header.bytes), format.bytes(maxBytes)],
  );
  return (
    <div class={`gauge gauge-${level}`} title={detail}>
      <span class="gauge-title">{strings.comfort}</span>
      <div
        class="gauge-bar"
        role="meter"
        aria-label={strings.comfort}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.min(100, Math.round(value * 100))}
        aria-valuetext={`${format.percent(value)}. ${detail}`}
      >
        <div class="gauge-fill" style={{ width: `${Math.min(100, value * 100)}%` }} />
      </div>
      <span class="gauge-text">{by === 'bytes' ? byBytes : byMessages}</span>
    </div>
  );
}

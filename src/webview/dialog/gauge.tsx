import type { JSX } from 'preact';
import type { DialogHeader } from '../../protocol/dialogPane.ts';
import { fill } from '../../protocol/format.ts';
import { usePane } from './dialogServices.ts';
import { fullness } from '../../protocol/fullness.ts';
import { Meter } from '../base/meter.tsx';

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
    <Meter
      title={strings.comfort}
      text={by === 'bytes' ? byBytes : byMessages}
      {...{ value, level, detail }}
    />
  );
}

import { LoadingPage } from '../loading.tsx';

/** Reserves the chart's room and shows a spinner; a grey area would look like an empty chart. */
export function ChartLoading() {
  return (
    <div style={{ blockSize: 220 }}>
      <LoadingPage />
    </div>
  );
}

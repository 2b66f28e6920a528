import { LoadingPage } from '../loading.tsx';

/** Reserves the chart's height and shows a spinner; a grey area would look like an empty chart. */
export function ChartLoading() {
  return (
    <div style={{ blockSize: 220 }}>
      <LoadingPage />
    </div>
  );
}

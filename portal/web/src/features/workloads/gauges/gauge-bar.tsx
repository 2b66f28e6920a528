import './gauge-bar.css';
import { useFormat } from '../../../i18n/format.ts';

/** A usage in percent, as a number above a small bar. */
export function GaugeBar({ name, percent }: { readonly name: string; readonly percent: number }) {
  const format = useFormat();
  const value = Math.round(percent);
  const text = `${format.number(value)}%`;
  return (
    <span
      role="meter"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value}
      aria-valuetext={text}
      className="gpulease-gauge"
    >
      {text}
      <span className="gpulease-gauge__track">
        <span className="gpulease-gauge__bar" style={{ inlineSize: text }} />
      </span>
    </span>
  );
}

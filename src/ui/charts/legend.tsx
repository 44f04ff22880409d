import type { Series } from './bar-chart.tsx'
import styles from './legend.module.css'

/** What the colours of a chart mean. The table behind the chart says it in words. */
export const Legend = ({ series }: { readonly series: readonly Series[] }) => (
  <ul className={styles['legend']} aria-hidden>
    {series.map(({ key, label, color }) => (
      <li key={key} title={label}>
        <svg width="9" height="9" aria-hidden>
          <rect width="9" height="9" rx="2" fill={color} />
        </svg>
        <span className={styles['name']}>{label}</span>
      </li>
    ))}
  </ul>
)

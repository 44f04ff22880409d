import { classNames } from '../class-names.ts'
import styles from './progress.module.css'

/** The progress, 0 to 1; without a value it only shows that work is running. */
export function Progress({ label, value }: { label: string; value: number | undefined }) {
  const percent = value === undefined ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100)
  return (
    <div
      role="progressbar"
      className={styles['track']}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <div
        className={classNames(styles['bar'], percent === undefined && styles['unknown'])}
        {...(percent !== undefined && { style: { width: `${percent}%` } })}
      />
    </div>
  )
}

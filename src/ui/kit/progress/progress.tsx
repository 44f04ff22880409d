import { Indicator, Root } from 'radix-ui/progress'

import { classNames } from '../class-names.ts'
import styles from './progress.module.css'

/** How far something is, 0 to 1; without a value it only says that something goes on. */
export function Progress({ label, value }: { label: string; value: number | undefined }) {
  const percent = value === undefined ? null : Math.round(Math.min(1, Math.max(0, value)) * 100)
  return (
    <Root className={styles['track']} value={percent} aria-label={label}>
      <Indicator
        className={classNames(styles['bar'], percent === null && styles['unknown'])}
        {...(percent !== null && { style: { width: `${percent}%` } })}
      />
    </Root>
  )
}

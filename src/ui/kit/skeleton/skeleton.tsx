import { Trans } from '@lingui/react/macro'

import styles from './skeleton.module.css'

/** Bars in the form of the loading content. */
export function Skeleton({ width = '100%', height = '0.9rem' }: { width?: string; height?: string }) {
  return <span className={styles['bar']} style={{ width, height }} aria-hidden />
}

/** A list that is being loaded. */
export function SkeletonRows({ count = 4 }: { count?: number }) {
  return (
    <div className={styles['rows']} role="status">
      <span className="visually-hidden">
        <Trans>Loading…</Trans>
      </span>
      {Array.from({ length: count }, (_, row) => row).map((row) => (
        <div key={row} className={styles['row']}>
          <Skeleton width="1.75rem" height="1.75rem" />
          <Skeleton width={`${28 - (row % 4) * 3}%`} />
          <Skeleton width="18%" />
          <Skeleton width="12%" />
        </div>
      ))}
    </div>
  )
}

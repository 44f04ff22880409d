import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'

import { SkeletonRows } from '../kit/skeleton/skeleton.tsx'
import styles from './lone-page.module.css'

/** Half a second is noticeable, and after a second an explanation is needed. */
const SLOW_AFTER_MS = 500

/** A skeleton of the page while a session starts, and a text if that takes long. */
export function SlowStart() {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={styles['start']}>
      <SkeletonRows count={3} />
      <p role="status" className={styles['slow']}>
        {isSlow && <Trans>The server may still be starting up.</Trans>}
      </p>
    </div>
  )
}

import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'

import { SkeletonRows } from '../kit/skeleton/skeleton.tsx'
import styles from './lone-page.module.css'

/** Half a second is felt, and by a whole one nobody may be left to wonder. */
const SLOW_AFTER_MS = 500

/** The shape of what is coming while a session starts, and words once that takes long. */
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
        {isSlow && <Trans>This takes longer than usual. The server may still be starting up.</Trans>}
      </p>
    </div>
  )
}

import { Trans } from '@lingui/react/macro'
import { onlineManager, type Query, useIsFetching } from '@tanstack/react-query'
import { CloudOff, Hourglass, WifiOff } from 'lucide'
import { useEffect, useState, useSyncExternalStore } from 'react'

import { Button } from '../../kit/button/button.tsx'
import { Strip } from '../../kit/strip/strip.tsx'
import styles from './connection-banner.module.css'
import { useRetryWhileAway } from './use-retry-while-away.ts'

/** Shows when the server does not answer, and why; the content of the page stays usable. */
export function ConnectionBanner({ isAway }: { isAway: boolean }) {
  const isOnline = useSyncExternalStore(
    (notify) => onlineManager.subscribe(notify),
    onlineManager.isOnline.bind(onlineManager),
  )
  const isSlow = useIsSlow()
  const retry = useRetryWhileAway(isAway && isOnline)
  return (
    <div role="status" className={styles['place']}>
      {!isOnline ? (
        <Strip tone="warning" icon={WifiOff}>
          <Trans>You are offline. What you do here is sent when you are online again.</Trans>
        </Strip>
      ) : isAway ? (
        <Strip
          tone="warning"
          icon={CloudOff}
          actions={
            <Button size="xs" onClick={() => void retry()}>
              <Trans>Try now</Trans>
            </Button>
          }
        >
          <Trans>The server cannot be reached. Millrace tries again by itself.</Trans>
        </Strip>
      ) : (
        isSlow && (
          <Strip tone="warning" icon={Hourglass}>
            <Trans>The server takes longer than usual.</Trans>
          </Strip>
        )
      )}
    </div>
  )
}

const SLOW_AFTER_MS = 8_000

const isFirstLoad = ({ state }: Query) => state.status === 'pending' && state.fetchStatus === 'fetching'

/** The page has been waiting for an answer for a long time. */
function useIsSlow(): boolean {
  const isLoading = useIsFetching({ predicate: isFirstLoad }) > 0
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isLoading) return
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isLoading])
  return isSlow
}

import { Trans } from '@lingui/react/macro'
import { onlineManager, type Query, useIsFetching } from '@tanstack/react-query'
import { CloudOff, Hourglass, type IconNode, WifiOff } from 'lucide'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'

import { Button } from '../../kit/button/button.tsx'
import { Icon } from '../../kit/icon/icon.tsx'
import styles from './connection-banner.module.css'
import { useRetryWhileAway } from './use-retry-while-away.ts'

/** Shows when the server does not answer, and why; the content of the page stays usable. */
export function ConnectionBanner({ isAway }: { isAway: boolean }) {
  const isOnline = useSyncExternalStore(
    (tell) => onlineManager.subscribe(tell),
    onlineManager.isOnline.bind(onlineManager),
  )
  const isSlow = useIsSlow()
  const retry = useRetryWhileAway(isAway && isOnline)
  return (
    <div role="status" className={styles['place']}>
      {!isOnline ? (
        <Banner icon={WifiOff}>
          <Trans>You are offline. What you do here is sent when you are online again.</Trans>
        </Banner>
      ) : isAway ? (
        <Banner
          icon={CloudOff}
          action={
            <Button size="xs" onClick={() => void retry()}>
              <Trans>Try now</Trans>
            </Button>
          }
        >
          <Trans>The server cannot be reached. Millrace tries again by itself.</Trans>
        </Banner>
      ) : (
        isSlow && (
          <Banner icon={Hourglass}>
            <Trans>The server takes longer than usual.</Trans>
          </Banner>
        )
      )}
    </div>
  )
}

interface BannerProps {
  readonly icon: IconNode
  readonly action?: ReactNode
  readonly children: ReactNode
}

const Banner = ({ icon, action, children }: BannerProps) => (
  <div className={styles['banner']}>
    <Icon of={icon} size={15} />
    <span>{children}</span>
    {action}
  </div>
)

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

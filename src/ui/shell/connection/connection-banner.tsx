import { Trans } from '@lingui/react/macro'
import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query'
import { CloudOff, Hourglass, WifiOff } from 'lucide'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../kit/button/button.tsx'
import { Strip } from '../../kit/strip/strip.tsx'
import { useIsOnline } from '../../queries/use-is-online.ts'
import { outcomeOfError } from './call-outcome.ts'
import styles from './connection-banner.module.css'

/** Shows when the server does not answer, and why; the content of the page stays usable. */
export function ConnectionBanner({ isAway }: { isAway: boolean }) {
  const isOnline = useIsOnline()
  const isSlow = useIsSlow()
  const retry = useRetryWhileAway(isAway && isOnline)
  return (
    <div role="status" className={styles['place']}>
      {!isOnline ? (
        <Strip tone="warning" icon={WifiOff}>
          <Trans>You are offline. Changes are sent once you are online.</Trans>
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
          <Trans>The server cannot be reached. Millrace keeps trying.</Trans>
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

const DELAYS_MS = [5_000, 10_000, 20_000, 40_000]
const LONGEST_MS = 60_000

/** Repeats failed queries with growing intervals until the server answers; then all queries. */
function useRetryWhileAway(isAway: boolean): () => Promise<void> {
  const queryClient = useQueryClient()
  const wasAway = useRef(false)
  useEffect(() => {
    if (!isAway) {
      if (wasAway.current) void queryClient.refetchQueries(FAILED)
      return
    }
    wasAway.current = true
    let attempt = 0
    let timer: ReturnType<typeof setTimeout>
    const next = () => {
      timer = setTimeout(() => {
        attempt++
        void queryClient.refetchQueries(FAILED).finally(next)
      }, DELAYS_MS[attempt] ?? LONGEST_MS)
    }
    next()
    return () => clearTimeout(timer)
  }, [isAway, queryClient])
  return () => queryClient.refetchQueries(FAILED)
}

const FAILED = {
  type: 'active',
  predicate: ({ state }: { state: { status: string; error: unknown } }) =>
    state.status === 'error' && outcomeOfError(state.error) === 'away',
} as const

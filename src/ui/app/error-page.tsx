import { Trans, useLingui } from '@lingui/react/macro'
import { TriangleAlert, WifiOff } from 'lucide'
import { useEffect, useState } from 'react'

import { Button } from '../kit/button/button.tsx'
import { EmptyState } from '../kit/empty-state/empty-state.tsx'
import styles from '../layout/lone-page.module.css'
import { useIsOnline } from '../queries/use-is-online.ts'
import { usePageTitle } from '../routing/use-page-title.ts'

/** Shown when a page failed, or its code could not be loaded: offline, or because a newer version was deployed. */
export function ErrorPage() {
  const { t } = useLingui()
  const isOffline = useIsOffline()
  usePageTitle(isOffline ? t`You are offline` : t`Something went wrong`)
  return (
    <div className={styles['page']}>
      {isOffline ? (
        <EmptyState isWholePage icon={WifiOff} title={<Trans>You are offline</Trans>}>
          <Trans>This page appears once you are online.</Trans>
        </EmptyState>
      ) : (
        <EmptyState
          isWholePage
          icon={TriangleAlert}
          title={<Trans>Something went wrong</Trans>}
          actions={
            <Button variant="primary" onClick={() => location.reload()}>
              <Trans>Reload</Trans>
            </Button>
          }
        >
          <Trans>This page could not be shown. Nothing saved is lost.</Trans>
        </EmptyState>
      )}
    </div>
  )
}

/** Whether the browser was offline when the page failed: to load it again would lose the application, so it waits until that can work. */
function useIsOffline(): boolean {
  const isOnline = useIsOnline()
  const [wasOnline] = useState(isOnline)
  useEffect(() => {
    if (isOnline && !wasOnline) location.reload()
  }, [isOnline, wasOnline])
  return !wasOnline
}

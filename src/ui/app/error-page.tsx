import { Trans, useLingui } from '@lingui/react/macro'
import { TriangleAlert } from 'lucide'

import { Button } from '../kit/button/button.tsx'
import { EmptyState } from '../kit/empty-state/empty-state.tsx'
import styles from '../layout/lone-page.module.css'
import { usePageTitle } from '../routing/use-page-title.ts'

/** Shown when a page failed, or its code could not be loaded because a newer version was deployed. */
export function ErrorPage() {
  const { t } = useLingui()
  usePageTitle(t`Something went wrong`)
  return (
    <div className={styles['page']}>
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
    </div>
  )
}

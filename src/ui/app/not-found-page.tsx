import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Compass } from 'lucide'

import { Button } from '../kit/button/button.tsx'
import { EmptyState } from '../kit/empty-state/empty-state.tsx'
import styles from '../layout/lone-page.module.css'
import { usePageTitle } from '../routing/use-page-title.ts'

/** For people who are signed in, beside their menu. */
export function NotFoundPage() {
  const { t } = useLingui()
  usePageTitle(t`Page not found`)
  return (
    <div className={styles['page']}>
      <EmptyState
        isWholePage
        icon={Compass}
        title={<Trans>Page not found</Trans>}
        actions={
          <Button asChild variant="primary">
            <Link to="/">
              <Trans>Go to the start page</Trans>
            </Link>
          </Button>
        }
      >
        <Trans>It was deleted, or the link is incomplete.</Trans>
      </EmptyState>
    </div>
  )
}

/** For everybody else. */
export const LoneNotFoundPage = () => (
  <main>
    <NotFoundPage />
  </main>
)

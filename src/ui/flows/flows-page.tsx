import { Trans, useLingui } from '@lingui/react/macro'
import { Plus } from 'lucide'
import { Suspense } from 'react'
import { useDisabledReason } from '../access/use-disabled-reason.ts'
import { Button } from '../kit/button/button.tsx'
import { lazyNamed } from '../kit/lazy-named.ts'
import { Page } from '../kit/page/page.tsx'
import { PageHeader } from '../kit/page-header/page-header.tsx'
import { SkeletonRows } from '../kit/skeleton/skeleton.tsx'
import { NEW_KEYS } from '../routing/list-keys.ts'
import { useListUrl } from '../routing/use-list-url.ts'
import { usePageTitle } from '../routing/use-page-title.ts'
import { FlowList } from './flow-list.tsx'
import { FlowViews } from './flow-views.tsx'

const RunList = lazyNamed(() => import('./run-list/run-list.tsx'), 'RunList')

/** The flows, or in their place all that they have run. */
export function FlowsPage() {
  const { t } = useLingui()
  const { filters, open } = useListUrl()
  const disabledReason = useDisabledReason('flow.write')
  const isRuns = filters.view === 'runs'
  usePageTitle(isRuns ? t`Runs` : t`Flows`)
  return (
    <Page>
      <PageHeader
        title={isRuns ? t`Runs` : t`Flows`}
        description={
          isRuns ? t`What your flows have moved, and with what result.` : t`What is moved, from where to where.`
        }
        actions={
          <Button
            variant="primary"
            icon={Plus}
            {...NEW_KEYS}
            disabledReason={disabledReason}
            onClick={() => open('add')}
          >
            <Trans>New flow</Trans>
          </Button>
        }
      />
      <FlowViews />
      {isRuns ? (
        <Suspense fallback={<SkeletonRows />}>
          <RunList />
        </Suspense>
      ) : (
        <FlowList />
      )}
    </Page>
  )
}

import { useLingui } from '@lingui/react/macro'

import { Page } from '../../kit/page/page.tsx'
import { PageHeader } from '../../kit/page-header/page-header.tsx'
import { useRowDensity } from '../../lists/use-row-density.ts'
import { useFlows } from '../../queries/use-flows.ts'
import { usePageTitle } from '../../routing/use-page-title.ts'
import { RunFilters } from './run-filters.tsx'
import { RunList } from './run-list.tsx'
import { useIsNarrowed } from './use-is-narrowed.ts'
import { useRunList } from './use-run-list.ts'

/** All runs of the organization, newest first, filtered by the address. */
export function RunsPage() {
  const { t } = useLingui()
  const { data: flows = [] } = useFlows()
  const { data: runs } = useRunList()
  // As on the other pages: where nothing is, nothing is searched.
  const isEmpty = !useIsNarrowed() && runs?.pages[0]?.runs.length === 0
  const density = useRowDensity()
  usePageTitle(t`Runs`)
  return (
    <Page>
      <PageHeader title={t`Runs`} />
      {!isEmpty && <RunFilters flows={flows} density={density} />}
      <RunList flows={flows} density={density[0]} />
    </Page>
  )
}

import { useLingui } from '@lingui/react/macro'
import { useParams } from '@tanstack/react-router'

import { ErrorState } from '../../errors/error-state.tsx'
import { Page } from '../../kit/page/page.tsx'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import { useRun } from '../../queries/use-runs.ts'
import { usePageTitle } from '../../routing/use-page-title.ts'
import { isGone } from '../../services/unwrap.ts'
import { RunElsewhere } from './run-elsewhere.tsx'
import { RunView } from './run-view.tsx'

export function RunPage() {
  const { t } = useLingui()
  const { id } = useParams({ from: '/main/runs/$id' })
  const { data: run, isPending, isError, error, refetch } = useRun(id)
  const name = run?.flowName
  usePageTitle(name === undefined ? t`Run` : t`Run of ${name}`)

  return (
    <Page width="full">
      {run && <RunView key={run.id} run={run} />}
      {isPending && <SkeletonRows />}
      {!run && isError && isGone(error) && <RunElsewhere key={id} id={id} />}
      {!run && isError && !isGone(error) && (
        <ErrorState title={t`The run could not be loaded`} error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

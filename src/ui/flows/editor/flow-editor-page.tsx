import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useParams } from '@tanstack/react-router'
import { FileQuestion } from 'lucide-react'

import { ErrorState } from '../../app/error-state.tsx'
import { FailureError } from '../../app/unwrap.ts'
import { usePageTitle } from '../../app/use-page-title.ts'
import { Button } from '../../kit/button/button.tsx'
import { EmptyState } from '../../kit/empty-state/empty-state.tsx'
import { Page } from '../../kit/page/page.tsx'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import { useFlow } from '../use-flows.ts'
import { FlowEditor } from './flow-editor.tsx'

export function FlowEditorPage() {
  const { t } = useLingui()
  const { id = '' } = useParams({ strict: false })
  const { data: flow, isPending, isError, error, refetch } = useFlow(id)
  usePageTitle(flow?.name ?? t`Flow`)

  if (flow) return <FlowEditor key={flow.id} flow={flow} />
  return (
    <Page>
      {isPending && <SkeletonRows />}
      {isError && isGone(error) && <FlowGone />}
      {isError && !isGone(error) && (
        <ErrorState title={t`The flow could not be loaded`} error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

const isGone = (error: unknown): boolean =>
  error instanceof FailureError && error.failure.kind === 'http' && error.failure.status === 404

const FlowGone = () => (
  <EmptyState
    isWholePage
    icon={FileQuestion}
    title={<Trans>This flow does not exist</Trans>}
    actions={
      <Button asChild variant="primary">
        <Link to="/flows">
          <Trans>See all flows</Trans>
        </Link>
      </Button>
    }
  >
    <Trans>It may have been deleted, or it belongs to another organization.</Trans>
  </EmptyState>
)

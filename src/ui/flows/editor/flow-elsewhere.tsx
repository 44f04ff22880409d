import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { FileQuestion } from 'lucide'

import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { ErrorState } from '../../errors/error-state.tsx'
import { Button } from '../../kit/button/button.tsx'
import { EmptyState } from '../../kit/empty-state/empty-state.tsx'
import { SkeletonRows } from '../../kit/skeleton/skeleton.tsx'
import { useHomeOrganization } from '../../queries/use-home-organization.ts'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'

/** A flow that is not in the active organization: the user's organization that has it becomes active. */
export function FlowElsewhere({ id }: { readonly id: string }) {
  const { t } = useLingui()
  const { findFlowOrganization } = useServices()
  const active = useActiveOrganization()
  const { isNowhere, error, refetch } = useHomeOrganization({
    queryKey: QUERY_KEYS.flowOrganization(active.id, id),
    queryFn: () => unwrap(findFlowOrganization(id)),
  })
  if (isNowhere) return <FlowGone />
  if (!error) return <SkeletonRows />
  return <ErrorState title={t`The flow could not be loaded`} error={error} onRetry={() => void refetch()} />
}

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
    <Trans>It was deleted, or is in another organization.</Trans>
  </EmptyState>
)

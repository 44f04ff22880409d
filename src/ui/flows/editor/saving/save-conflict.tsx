import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'

import type { MergeConflict } from '../../../../core/flows/drafts/merge-flow.ts'
import { useActiveOrganization } from '../../../access/use-active-organization.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Callout } from '../../../kit/callout/callout.tsx'
import { QUERY_KEYS } from '../../../services/query-keys.ts'
import { useServices } from '../../../services/services.tsx'
import { unwrap } from '../../../services/unwrap.ts'

interface SaveConflictProps {
  readonly flowId: string
  onKeepMine(): void
  onTakeTheirs(): void
  onKeepBoth(): Promise<readonly MergeConflict[]>
}

/** Somebody else, or another tab, saved the flow first: nothing is lost until the user chooses. */
export function SaveConflict({ flowId, onKeepMine, onTakeTheirs, onKeepBoth }: SaveConflictProps) {
  const clashName = useConflictName()
  const [conflicts, setConflicts] = useState<readonly MergeConflict[]>([])
  return (
    <Callout
      tone="warning"
      title={<ChangedBy flowId={flowId} />}
      actions={
        <>
          {conflicts.length === 0 && (
            <Button size="sm" onClick={() => void onKeepBoth().then(setConflicts)}>
              <Trans>Keep both changes</Trans>
            </Button>
          )}
          <Button size="sm" onClick={onKeepMine}>
            <Trans>Keep my version</Trans>
          </Button>
          <Button size="sm" onClick={onTakeTheirs}>
            <Trans>Use the other version</Trans>
          </Button>
        </>
      }
    >
      {conflicts.length === 0 ? (
        <Trans>Your changes are here, but not saved.</Trans>
      ) : (
        <span role="status">
          <Trans>Both changed {conflicts.map(clashName).join(', ')}: choose one version.</Trans>
        </span>
      )}
    </Callout>
  )
}

/** Who was first: somebody, or the user in another tab. */
function ChangedBy({ flowId }: { readonly flowId: string }) {
  const { fetchEditedFlow, sessionState } = useServices()
  const { id } = useActiveOrganization()
  const { data } = useQuery({
    queryKey: QUERY_KEYS.flowChanger(id, flowId),
    queryFn: () => unwrap(fetchEditedFlow(flowId)),
    staleTime: 0,
    gcTime: 0,
  })
  const session = useSyncExternalStore(sessionState.subscribe, sessionState.get)
  const { uid, name } = data?.changedBy ?? {}
  if (uid !== undefined && uid === session.user?.uid) return <Trans>You changed this flow in another tab</Trans>
  if (name !== undefined) return <Trans>{name} changed this flow meanwhile</Trans>
  return <Trans>This flow was changed elsewhere</Trans>
}

function useConflictName(): (conflict: MergeConflict) => string {
  const { t } = useLingui()
  const names: Readonly<Record<MergeConflict, string>> = {
    name: t`the name`,
    enabled: t`whether it is switched on`,
    source: t`the source`,
    destination: t`the destination`,
    streams: t`the same table`,
    steps: t`the same step`,
    schedule: t`the schedule`,
    after: t`the flows after which it starts`,
    sql: t`the SQL before and after`,
    budget: t`the budget`,
    freshness: t`the freshness limit`,
    comments: t`the same comment`,
    structure: t`what comes of the structure`,
    workers: t`the workers`,
    pace: t`the interval of the mirror`,
  }
  return (conflict) => names[conflict]
}

import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'

import type { MergeConflict } from '../../../../core/flows/drafts/merge-flow.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Callout } from '../../../kit/callout/callout.tsx'

interface SaveConflictProps {
  onKeepMine(): void
  onTakeTheirs(): void
  onKeepBoth(): Promise<readonly MergeConflict[]>
}

/** Somebody else, or another tab, saved the flow first: nothing is lost until the user chooses. */
export function SaveConflict({ onKeepMine, onTakeTheirs, onKeepBoth }: SaveConflictProps) {
  const clashName = useConflictName()
  const [conflicts, setConflicts] = useState<readonly MergeConflict[]>([])
  return (
    <Callout
      tone="warning"
      title={<Trans>This flow was changed elsewhere in the meantime</Trans>}
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
        <Trans>Your changes are still here, but not saved.</Trans>
      ) : (
        <span role="status">
          <Trans>Both changed {conflicts.map(clashName).join(', ')}: choose one version.</Trans>
        </span>
      )}
    </Callout>
  )
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
    structure: t`what comes of the structure`,
  }
  return (conflict) => names[conflict]
}

import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'

import type { Clash } from '../../../core/flows/merge-flow.ts'
import { Button } from '../../kit/button/button.tsx'
import { Callout } from '../../kit/callout/callout.tsx'

interface SaveConflictProps {
  onKeepMine(): void
  onTakeTheirs(): void
  onKeepBoth(): Promise<readonly Clash[]>
}

/** Somebody else, or another tab, saved the flow first: nothing is lost until the person chooses. */
export function SaveConflict({ onKeepMine, onTakeTheirs, onKeepBoth }: SaveConflictProps) {
  const clashName = useClashName()
  const [clashes, setClashes] = useState<readonly Clash[]>([])
  return (
    <Callout
      tone="warning"
      title={<Trans>This flow was changed elsewhere in the meantime</Trans>}
      actions={
        <>
          {clashes.length === 0 && (
            <Button size="sm" onClick={() => void onKeepBoth().then(setClashes)}>
              <Trans>Keep both changes</Trans>
            </Button>
          )}
          <Button size="sm" onClick={onKeepMine}>
            <Trans>Keep my version</Trans>
          </Button>
          <Button size="sm" onClick={onTakeTheirs}>
            <Trans>Take the other version</Trans>
          </Button>
        </>
      }
    >
      {clashes.length === 0 ? (
        <Trans>Your changes are still here, but not saved.</Trans>
      ) : (
        <span role="status">
          <Trans>Both changed {clashes.map(clashName).join(', ')}: choose one version.</Trans>
        </span>
      )}
    </Callout>
  )
}

function useClashName(): (clash: Clash) => string {
  const { t } = useLingui()
  const names: Readonly<Record<Clash, string>> = {
    name: t`the name`,
    enabled: t`whether it is switched on`,
    source: t`the source`,
    destination: t`the destination`,
    streams: t`the same table`,
    steps: t`the same step`,
    schedule: t`the schedule`,
  }
  return (clash) => names[clash]
}

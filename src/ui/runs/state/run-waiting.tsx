import { Plural, Trans } from '@lingui/react/macro'

import { COUNTED_POSITIONS } from '../../../core/catalog/runs/run-limits.ts'
import type { Run } from '../../../core/runs/run.ts'

/** The reason why a queued run has not begun, and its position in the queue. */
export function RunWaiting({ waiting }: { readonly waiting: NonNullable<Run['waiting']> }) {
  const { active, allowed, of, before, class: workerClass, workers } = waiting
  if (workerClass !== undefined && workers === 0)
    return <Trans>Waiting: no worker of the class “{workerClass}” runs</Trans>
  if (active >= allowed && of === 'organization') {
    return (
      <Plural
        value={active}
        one="Waiting: # run of the organization active, the most allowed"
        other="Waiting: # runs of the organization active, the most allowed"
      />
    )
  }
  if (active >= allowed) {
    return (
      <Trans>
        Waiting: {active} of {allowed} runs of the owner active
      </Trans>
    )
  }
  if (before === 0) return <Trans>Waiting for a free worker: next</Trans>
  if (before >= COUNTED_POSITIONS) return <Trans>Waiting for a free worker, behind {before} runs or more</Trans>
  const place = before + 1
  return <Trans>Waiting for a free worker: number {place}</Trans>
}

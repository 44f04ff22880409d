import { Trans } from '@lingui/react/macro'

import { RUN_LIMITS } from '../../../core/catalog/runs/run-limits.ts'
import type { Run } from '../../../core/runs/run.ts'

/** The reason why a queued run has not begun, and its position in the queue. */
export function RunWaiting({ waiting: { active, allowed, before } }: { waiting: NonNullable<Run['waiting']> }) {
  if (active >= allowed) {
    return (
      <Trans>
        Waiting: {active} of {allowed} runs of the owner are active
      </Trans>
    )
  }
  if (before === 0) return <Trans>Waiting for a free worker: next in line</Trans>
  if (before >= RUN_LIMITS.counted) return <Trans>Waiting for a free worker: behind {before} runs or more</Trans>
  const place = before + 1
  return <Trans>Waiting for a free worker: number {place} in line</Trans>
}

import { Trans } from '@lingui/react/macro'

import type { Run } from '../../../core/runs/run.ts'
import { latenessOf } from '../../../core/runs/scheduled-run.ts'
import { useFormats } from '../../i18n/use-formats.ts'

/** The person or schedule that started a run. */
export function RunTrigger({ run }: { run: Run }) {
  const { duration } = useFormats()
  const { trigger, triggeredBy } = run
  const late = latenessOf(run)
  const name = triggeredBy?.name
  if (late !== undefined) return <Trans>On schedule, {duration(late)} late</Trans>
  if (trigger === 'schedule') return <Trans>On schedule</Trans>
  if (trigger === 'api') return <Trans>By the API</Trans>
  return name ? <Trans>By {name}</Trans> : <Trans>By hand</Trans>
}

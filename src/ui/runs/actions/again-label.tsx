import { Trans } from '@lingui/react/macro'

import type { Run } from '../../../core/runs/run.ts'

/** What `useRunAgain` does: a dry run and a comparison are repeated as what they are. */
export function AgainLabel({ run: { isDry, isComparison } }: { readonly run: Pick<Run, 'isDry' | 'isComparison'> }) {
  if (isComparison) return <Trans>Compare again</Trans>
  return isDry ? <Trans>Dry run again</Trans> : <Trans>Run again</Trans>
}

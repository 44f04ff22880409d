import { Trans } from '@lingui/react/macro'

import type { Run } from '../../../core/runs/run.ts'

/** What `useRunAgain` does: a dry run and a comparison are repeated as what they are. */
export function AgainLabel({ run: { kind } }: { readonly run: Pick<Run, 'kind'> }) {
  if (kind === 'compare') return <Trans>Compare again</Trans>
  return kind === 'dry-run' ? <Trans>Dry run again</Trans> : <Trans>Run again</Trans>
}

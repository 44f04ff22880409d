import { Trans } from '@lingui/react/macro'

import type { Run } from '../../../core/runs/run.ts'

/** What kind of dry run it is: of the published flow, of its draft, of a file that is not applied, or a comparison of both sides. */
export function DryRunKind({ run: { draft, kind } }: { readonly run: Pick<Run, 'draft' | 'kind'> }) {
  if (kind === 'compare') return <Trans>Comparison</Trans>
  if (!draft) return <Trans>Dry run</Trans>
  const { file } = draft
  if (file === undefined) return <Trans>Dry run of the draft</Trans>
  return <Trans>Dry run of {file}</Trans>
}

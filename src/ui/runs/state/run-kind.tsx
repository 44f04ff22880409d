import { Trans } from '@lingui/react/macro'

import type { Run } from '../../../core/runs/run.ts'

/** What kind of run it is, if it is no usual one: for a dry run, whether it is of the published flow, of its draft, or of a file that is not applied. */
export function RunKind({ run: { draft, kind } }: { readonly run: Pick<Run, 'draft' | 'kind'> }) {
  switch (kind) {
    case 'move':
      return null
    case 'compare':
      return <Trans>Comparison</Trans>
    case 'backfill':
      return <Trans>Backfill</Trans>
    case 'replay':
      return <Trans>Rejected rows</Trans>
    case 'send-differing':
      return <Trans>Rows that differed</Trans>
    case 'after-rows':
      return <Trans>Structure and SQL</Trans>
    case 'dry-run':
      if (!draft) return <Trans>Dry run</Trans>
      if (draft.file === undefined) return <Trans>Dry run of the draft</Trans>
      return <Trans>Dry run of {draft.file}</Trans>
  }
}

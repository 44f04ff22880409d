import { Trans } from '@lingui/react/macro'

import type { Run } from '../../../core/runs/run.ts'

/** Why the flow of a run cannot be opened. */
export const GoneFlow = ({ run: { draft } }: { readonly run: Pick<Run, 'draft'> }) =>
  draft?.isNew ? <Trans>Flow only in a file</Trans> : <Trans>Deleted flow</Trans>

import { Trans } from '@lingui/react/macro'

import { RUN_KINDS } from '../../../core/catalog/runs/run-kinds.ts'
import type { Run } from '../../../core/runs/run.ts'
import { totalsOf } from '../../../core/runs/run-totals.ts'
import { useFormats } from '../../i18n/use-formats.ts'

/** In the words of what the run is: only one that writes fails itself. */
export function FailedCount({ run, count }: { run: Run; count: number }) {
  const { number } = useFormats()
  const [failed, all] = [number(count), number(totalsOf(run).streams)]
  switch (RUN_KINDS[run.kind].result) {
    case 'compared':
      return (
        <Trans>
          {failed} of {all} tables could not be compared
        </Trans>
      )
    case 'predicted':
      return (
        <Trans>
          {failed} of {all} tables would fail
        </Trans>
      )
    case 'written':
      return (
        <Trans>
          {failed} of {all} tables failed
        </Trans>
      )
  }
}

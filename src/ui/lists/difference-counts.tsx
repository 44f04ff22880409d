import { Trans } from '@lingui/react/macro'

import type { RowDifference } from '../../core/runs/receipts/stream-receipt.ts'
import { useFormats } from '../i18n/use-formats.ts'

/** How many rows a run would add, change, remove and mark, and of how many it is unknown. */
export function DifferenceCounts({ difference }: { difference: RowDifference }) {
  const { number } = useFormats()
  const created = number(difference.created)
  const changed = number(difference.changed)
  const removed = number(difference.removed)
  const unchanged = number(difference.unchanged)
  const marked = number(difference.marked ?? 0)
  const unknown = number(difference.unknown ?? 0)
  return (
    <>
      <Trans>
        {created} new · {changed} changed · {removed} removed · {unchanged} the same
      </Trans>
      {difference.marked !== undefined && (
        <>
          {' · '}
          <Trans>{marked} gone at the source, to be marked</Trans>
        </>
      )}
      {difference.unknown !== undefined && (
        <>
          {' · '}
          <Trans>{unknown} unknown: not asked</Trans>
        </>
      )}
    </>
  )
}

/** Whether some of the rows are kept as a sample. */
export const hasRowChanges = ({ created, changed, removed, marked = 0, unknown = 0 }: RowDifference): boolean =>
  created + changed + removed + marked + unknown > 0

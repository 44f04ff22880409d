import { Trans } from '@lingui/react/macro'

import { useFormats } from '../../../i18n/use-formats.ts'

interface RowsLeftProps {
  readonly type: string
  readonly before: number
  readonly after: number
}

/** Steps whose rows are others than those that came. */
const MAKES_ROWS = new Set(['aggregate', 'join', 'sql'])

/** How many rows of the sample the step leaves. */
export function RowsLeft({ type, before, after }: RowsLeftProps) {
  const { number } = useFormats()
  const [from, to] = [number(before), number(after)]
  if (MAKES_ROWS.has(type) && before !== after) {
    return (
      <Trans>
        {from} rows become {to}
      </Trans>
    )
  }
  if (before === after) return <Trans>All {from} rows stay</Trans>
  return (
    <Trans>
      {to} of {from} rows stay
    </Trans>
  )
}

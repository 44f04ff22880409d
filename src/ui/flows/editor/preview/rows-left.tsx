import { Plural, Trans } from '@lingui/react/macro'

import { transformationTypeOf } from '../../../../core/catalog/transformations/transformation-types.ts'
import { useFormats } from '../../../i18n/use-formats.ts'

interface RowsLeftProps {
  readonly type: string
  readonly before: number
  readonly after: number
}

/** How many rows of the sample remain after the step. */
export function RowsLeft({ type, before, after }: RowsLeftProps) {
  const { number } = useFormats()
  const [from, to] = [number(before), number(after)]
  if (transformationTypeOf(type)?.rowsAfter === 'other' && before !== after) {
    return (
      <Trans>
        {from} rows become {to}
      </Trans>
    )
  }
  if (before === after) return <Plural value={before} one="The row stays" other={`All ${from} rows stay`} />
  return (
    <Trans>
      {to} of {from} rows stay
    </Trans>
  )
}

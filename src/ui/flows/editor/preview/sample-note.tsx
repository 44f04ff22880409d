import { Plural, Trans } from '@lingui/react/macro'

import type { FlowPreview } from '../../../../core/flows/flow-preview.ts'
import { keepsRowOrder } from '../../../../core/transformations/row-order.ts'
import { useFormats } from '../../../i18n/use-formats.ts'

/** Where the rows of a preview come from. */
export interface SampleOrigin {
  readonly table: string
  /** The type of the source. */
  readonly type: string
  readonly where: string | undefined
}

interface SampleNoteProps extends SampleOrigin {
  readonly preview: FlowPreview
}

/** Of which rows a preview is. */
export function SampleNote({
  table,
  type,
  where,
  preview: { sampled, read = sampled, hasMore, orderedBy },
}: SampleNoteProps) {
  const { number } = useFormats()
  if (where !== undefined) {
    const all = number(read)
    return (
      <>
        <Plural
          value={sampled}
          _0={`No row of ${table} where ${where}`}
          one={`One row of ${table} where ${where}`}
          other={`# rows of ${table} where ${where}`}
        />
        {hasMore === true && (
          <>
            {'; '}
            <Trans>only {all} rows were searched</Trans>
          </>
        )}
      </>
    )
  }
  if (hasMore === false)
    return <Plural value={sampled} _0="" one={`The only row of ${table}`} other={`All # rows of ${table}`} />
  if (orderedBy) {
    const key = orderedBy.join(', ')
    return (
      <Plural
        value={sampled}
        one={`The first row of ${table} by ${key}`}
        other={`The first # rows of ${table} by ${key}`}
      />
    )
  }
  if (keepsRowOrder(type))
    return (
      <Plural value={sampled} one={`The first row of ${table}`} other={`The first # rows of ${table}, in its order`} />
    )
  return (
    <Plural value={sampled} _0="" one={`One row of ${table}`} other={`# rows of ${table}, in no particular order`} />
  )
}

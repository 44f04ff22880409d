import type { RejectedCauseResponse, RejectedRowResponse } from '../../contract/rejects.ts'
import type { OfferedMend, RejectedCause } from '../../core/rejects/rejected-cause.ts'
import type { RejectedRow } from '../../core/rejects/rejected-rows.ts'
import { withoutAbsent } from './without-absent.ts'

export const columnFromWire = ({ name, type }: { readonly name: string; readonly type: string }) => ({ name, type })

export const rowFromWire = ({ row, column, rule, values, ...more }: RejectedRowResponse): RejectedRow => ({
  ...{ row, column, rule, values, isSent: more.is_sent ?? false },
  ...withoutAbsent({
    id: more.id,
    ruleSentence: more.rule_sentence,
    sourceValues: more.source_values,
    originalValues: more.original_values,
  }),
})

export const causeFromWire = ({ column, rule, rows, kept, values, ...more }: RejectedCauseResponse): RejectedCause => ({
  ...{ column, rule, rows, kept, values },
  ...withoutAbsent({ ruleSentence: more.rule_sentence }),
  mends: more.mends.flatMap(mendFromWire),
})

/** A kind that this version does not know is not offered. */
function mendFromWire({ kind, digits, characters, type, rows }: RejectedCauseResponse['mends'][number]): OfferedMend[] {
  if (kind === 'round' && digits !== undefined) return [{ mend: { kind, digits }, rows }]
  if (kind === 'cut' && characters !== undefined) return [{ mend: { kind, characters }, rows }]
  if (kind === 'widen' && type !== undefined) return [{ mend: { kind, type }, rows }]
  return kind === 'empty' ? [{ mend: { kind }, rows }] : []
}

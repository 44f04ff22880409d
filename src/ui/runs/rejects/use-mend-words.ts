import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { OfferedMend, RejectedCause } from '../../../core/rejects/rejected-cause.ts'

export interface MendWords {
  readonly label: string
  /** What will happen, before it happens. */
  readonly effect: string
}

/** What a mend is called, and what it does. */
export function useMendWords() {
  const { t } = useLingui()
  return ({ mend, rows }: OfferedMend, { column, kept }: RejectedCause): MendWords => {
    const count = t`${plural(Math.min(rows, kept), { one: '# row', other: '# rows' })}`
    switch (mend.kind) {
      case 'round': {
        const { digits } = mend
        return {
          label:
            digits === 0
              ? t`Round to whole numbers`
              : t`${plural(digits, { one: 'Round to # decimal', other: 'Round to # decimals' })}`,
          effect: t`“${column}” is rounded, half away from zero, in up to ${count}, and the rows are sent again. The source stays as it is.`,
        }
      }
      case 'cut': {
        const { characters } = mend
        return {
          label: t`${plural(characters, { one: 'Cut to # character', other: 'Cut to # characters' })}`,
          effect: t`The end of “${column}” is cut off in up to ${count}, and the rows are sent again. The source stays as it is.`,
        }
      }
      case 'empty':
        return {
          label: t`Leave empty (NULL)`,
          effect: t`“${column}” gets no value in up to ${count}, and the rows are sent again. The source stays as it is.`,
        }
      case 'widen':
        return {
          label: t`Make the column ${mend.type}`,
          effect: t`The column “${column}” of the destination gets the type ${mend.type}, which accepts every value that it has now. The table may be rewritten; readers wait meanwhile. Then the rows are sent again.`,
        }
    }
  }
}

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
          effect: t`Rounds “${column}”, half away from zero, in up to ${count}, and sends them. The source stays.`,
        }
      }
      case 'cut': {
        const { characters } = mend
        return {
          label: t`${plural(characters, { one: 'Cut to # character', other: 'Cut to # characters' })}`,
          effect: t`Cuts “${column}” in up to ${count}, and sends them. The source stays.`,
        }
      }
      case 'empty':
        return {
          label: t`Leave empty (NULL)`,
          effect: t`Empties “${column}” in up to ${count}, and sends them. The source stays.`,
        }
      case 'widen':
        return {
          label: t`Make the column ${mend.type}`,
          effect: t`“${column}” becomes ${mend.type}, then the rows are sent again. Readers may wait for the rewriting.`,
        }
    }
  }
}

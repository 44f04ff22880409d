import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'

import type { UncheckedReason } from '../../../core/catalog/runs/check-states.ts'
import type { ArrivalCheck } from '../../../core/runs/receipts/stream-receipt.ts'
import { useFormats } from '../../i18n/use-formats.ts'

/** What the check of a table found, in words. @returns a function; its `leftOut` are rows that were counted and then not put in place */
export function useCheckSentence(): (check: ArrivalCheck, leftOut: number) => string {
  const { t } = useLingui()
  const { number } = useFormats()
  const reasonOf = useReasons()
  return ({ state, rows: found, counted: atSource, keys = [], sent, reason, derived = 0 }, leftOut) => {
    if (state === 'failed') return t`Check failed: the arrived rows differ from those read. The old rows stay.`
    const rows = number(found)
    const columns = keys.join(', ')
    const left =
      leftOut > 0
        ? t`${plural(leftOut, { one: '# of them was left out when they were made visible.', other: '# of them were left out when they were made visible.' })}`
        : ''
    const later =
      derived > 0
        ? t`${plural(derived, { one: 'Then the destination ran the last step.', other: 'Then the destination ran the last # steps.' })}`
        : ''
    if (state === 'verified') {
      const counted = t`${plural(found, { one: '# row counted in the destination', other: '# rows counted in the destination' })}`
      const verified = sent
        ? t`Verified: ${counted}, ${columns} compared with the rows sent`
        : t`Verified: ${counted}, ${columns} compared with the source`
      return later || left ? [`${verified}.`, later, left].filter(Boolean).join(' ') : verified
    }
    if (reason === 'message')
      return t`${plural(found, { one: `Counted: ${rows} row in the message.`, other: `Counted: ${rows} rows in the message.` })}`
    const counted = t`${plural(found, { one: `Counted: ${rows} row in the destination.`, other: `Counted: ${rows} rows in the destination.` })}`
    const source =
      atSource === undefined
        ? t`Nobody counted the rows at the source.`
        : t`${plural(atSource, { one: `The source counted ${number(atSource)} row.`, other: `The source counted ${number(atSource)} rows.` })}`
    return [counted, reason && reasonOf(columns)[reason], source, later, left].filter(Boolean).join(' ')
  }
}

/** @returns a function of the columns that were compared */
function useReasons(): (columns: string) => Readonly<Record<Exclude<UncheckedReason, 'message'>, string>> {
  const { t } = useLingui()
  return (columns) => ({
    answered: t`It confirmed only their number.`,
    'no-key': t`The table has no key to compare.`,
    steps: t`Keys not compared: steps change the rows or keys.`,
    rejected: t`Keys not compared: rows were rejected.`,
    'some-rows': t`Keys not compared: only some rows were read.`,
    uncounted: t`${columns} compared with the rows sent.`,
    types: t`Keys not compared: the systems share no way for these types.`,
    'source-changed': t`Keys not compared: the source table was rewritten meanwhile.`,
    reshaped: t`${columns} compared. The target may lose a part of some values; the log names the columns.`,
    altered: t`Triggers or rules changed rows afterwards.`,
    interrupted: t`An interrupted attempt had made them visible.`,
  })
}

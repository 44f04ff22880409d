import { useLingui } from '@lingui/react/macro'

import { Checkbox } from '../kit/checkbox/checkbox.tsx'
import { Cell } from '../kit/table/table.tsx'
import type { Selection } from './use-selection.ts'

/** The first column of a list with selectable rows. */
export function useSelectColumn({ all, toggleAll }: Selection) {
  const { t } = useLingui()
  return {
    label: t`Select`,
    width: '2.5rem',
    phoneWidth: '2.25rem',
    head: <Checkbox hideLabel label={t`Select all`} checked={all} onChange={toggleAll} />,
  }
}

export function SelectCell({ id, name, selection }: { id: string; name: string; selection: Selection }) {
  const { t } = useLingui()
  return (
    <Cell>
      <Checkbox
        hideLabel
        label={t`Select ${name}`}
        checked={selection.has(id)}
        onChange={(_, isRange) => (isRange ? selection.extendTo(id) : selection.toggle(id))}
      />
    </Cell>
  )
}

import { useLingui } from '@lingui/react/macro'
import { KeyRound } from 'lucide'

import type { PlannedColumn } from '../../../../core/flows/streams/stream-plan.ts'
import { Checkbox } from '../../../kit/checkbox/checkbox.tsx'
import { Icon } from '../../../kit/icon/icon.tsx'
import { Skeleton } from '../../../kit/skeleton/skeleton.tsx'
import styles from './stream-columns.module.css'
import { useNoteTexts } from './use-plan-texts.ts'

interface ColumnRowProps {
  /** The column at the source; only a name if the source does not have it. */
  readonly column: { readonly name: string; readonly type?: string; readonly keyPosition?: number }
  readonly planned: PlannedColumn | undefined
  /** Its effect is still unknown. */
  readonly isLoading?: boolean
  /** Absent: it cannot be selected, because steps create it or the source no longer has it. */
  readonly choice?: {
    readonly isChosen: boolean
    /** The source no longer has it. */
    readonly isGone?: boolean
    readonly isFixed: boolean
    onToggle(isChosen: boolean): void
  }
}

/** One column, from the source to the destination. */
export function ColumnRow({ column: { name, type, keyPosition }, planned, isLoading = false, choice }: ColumnRowProps) {
  const { t } = useLingui()
  const texts = useNoteTexts()
  const notes = planned?.notes.flatMap((note) => (note === 'key' ? [] : [texts[note]])) ?? []
  const isKey = keyPosition !== undefined || planned?.notes.includes('key')
  return (
    <tr>
      <th scope="row" className={styles['name']}>
        <span className={styles['named']}>
          {choice ? (
            <Checkbox
              label={choice.isGone ? <del>{name}</del> : name}
              checked={choice.isChosen}
              disabled={choice.isFixed}
              onChange={choice.onToggle}
            />
          ) : (
            name
          )}
          {isKey && <Icon of={KeyRound} size={12} className={styles['key']} label={t`Primary key`} />}
        </span>
      </th>
      <td>{type !== undefined && <code>{type}</code>}</td>
      <td>
        {isLoading && <Skeleton width="4rem" />}
        {planned && planned.name !== name && <span className={styles['renamed']}>{planned.name} </span>}
        {planned?.targetType !== undefined && <code>{planned.targetType}</code>}
        {notes.map((note) => (
          <span key={note} className={styles['note']}>
            {note}
          </span>
        ))}
      </td>
    </tr>
  )
}

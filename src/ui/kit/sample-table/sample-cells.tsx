import { Trans, useLingui } from '@lingui/react/macro'

import { classNames } from '../class-names.ts'
import styles from './sample-table.module.css'

export type Mark = 'new' | 'changed' | 'gone'

export interface SampleTableProps {
  readonly label: string
  readonly columns: readonly SampleColumn[]
  /** Values as text, in the order of the columns; null for no value. */
  readonly rows: readonly (readonly (string | null)[])[]
  /** By name of the column. */
  readonly marks?: ReadonlyMap<string, Mark>
  readonly isChanged?: ((row: number, column: string) => boolean) | undefined
  /** The whole row is left out. */
  readonly isGone?: ((row: number) => boolean) | undefined
  /** New values are loading. */
  readonly isStale?: boolean
}

interface SampleColumn {
  readonly name: string
  readonly type: string
}

/** SQL's keyword, the same in every language. */
const NO_VALUE = 'NULL'

/** Longer values are cut, because a cell only needs to be recognized. */
const SHOWN_CHARACTERS = 200

interface HeadCellProps {
  readonly column: SampleColumn
  readonly mark: Mark | undefined
  /** From 1, if not all columns are in the document. */
  readonly index?: number
}

export const HeadCell = ({ column: { name, type }, mark, index }: HeadCellProps) => (
  <th scope="col" className={mark && styles[mark]} aria-colindex={index} title={name}>
    <span className={styles['name']}>{name}</span> {mark && <MarkName mark={mark} />}{' '}
    <code className={styles['type']}>{type}</code>
  </th>
)

interface ValueCellProps {
  readonly value: string | null
  readonly mark: Mark | undefined
  /** The value itself has changed. */
  readonly isChanged: boolean
}

export const ValueCell = ({ value, mark, isChanged }: ValueCellProps) => {
  const isMarked = mark === 'changed' ? isChanged : mark !== undefined
  return (
    <td className={classNames(isMarked && styles[mark ?? ''])}>
      <Value value={value} />
    </td>
  )
}

function MarkName({ mark }: { mark: Mark }) {
  const names = { new: <Trans>new</Trans>, changed: <Trans>changed</Trans>, gone: <Trans>left out</Trans> }
  return <span className={styles['mark']}>{names[mark]}</span>
}

/** No value and the empty text look different, because a filter distinguishes them. */
function Value({ value }: { value: string | null }) {
  const { t } = useLingui()
  if (value === null) return <span className={styles['none']}>{NO_VALUE}</span>
  if (value === '') {
    return (
      <span className={styles['none']} role="img" aria-label={t`empty text`} title={t`empty text`}>
        “”
      </span>
    )
  }
  if (value.length <= SHOWN_CHARACTERS) return value
  return (
    <>
      {value.slice(0, SHOWN_CHARACTERS)}
      <span className={styles['none']}>…</span>
    </>
  )
}

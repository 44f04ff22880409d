import { Trans, useLingui } from '@lingui/react/macro'

import { classNames } from '../class-names.ts'
import styles from './sample-table.module.css'

type Mark = 'new' | 'changed' | 'gone'

interface SampleTableProps {
  readonly label: string
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  /** Values as text, in the order of the columns; null where there is none. */
  readonly rows: readonly (readonly (string | null)[])[]
  /** By name of the column. */
  readonly marks?: ReadonlyMap<string, Mark>
  readonly isChanged?: ((row: number, column: string) => boolean) | undefined
  /** What is shown is about to be replaced. */
  readonly isStale?: boolean
}

/** The word of SQL, the same in every language. */
const NO_VALUE = 'NULL'

/** Longer values are cut: a cell is to be recognised, not read. */
const SHOWN_CHARACTERS = 200

/** Some rows of data as they are, scrolled both ways inside its own frame. */
export function SampleTable({ label, columns, rows, marks, isChanged, isStale = false }: SampleTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
    <section className={styles['frame']} aria-label={label} tabIndex={0} aria-busy={isStale}>
      <table className={styles['table']}>
        <thead>
          <tr>
            {columns.map(({ name, type }) => {
              const mark = marks?.get(name)
              return (
                <th key={name} scope="col" className={mark && styles[mark]}>
                  <span className={styles['name']}>{name}</span> {mark && <MarkName mark={mark} />}{' '}
                  <code className={styles['type']}>{type}</code>
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a sample have no name of their own.
            <tr key={index}>
              {columns.map(({ name }, place) => {
                const mark = marks?.get(name)
                const isMarked = mark === 'changed' ? (isChanged?.(index, name) ?? false) : mark !== undefined
                return (
                  <td key={name} className={classNames(isMarked && styles[mark ?? ''])}>
                    <Value value={row[place] ?? null} />
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function MarkName({ mark }: { mark: Mark }) {
  const names = { new: <Trans>new</Trans>, changed: <Trans>changed</Trans>, gone: <Trans>left out</Trans> }
  return <span className={styles['mark']}>{names[mark]}</span>
}

/** No value and the empty text are told apart: to a filter they are two things. */
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

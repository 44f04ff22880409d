import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronRight } from 'lucide'
import type { Ref } from 'react'

import type { Run, RunStream } from '../../../core/runs/run.ts'
import { streamRate, type TimeAxis } from '../../../core/runs/timeline/stream-spans.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { classNames } from '../../kit/class-names.ts'
import { Icon } from '../../kit/icon/icon.tsx'
import styles from './run-tables.module.css'
import type { TableColumn } from './table-columns.ts'
import { TableDetails } from './table-details.tsx'
import { TableMark } from './table-mark.tsx'
import { TableTimeline } from './table-timeline.tsx'

export interface TableRowProps {
  readonly run: Run
  readonly stream: RunStream
  readonly columns: readonly TableColumn[]
  readonly axis: TimeAxis
  readonly now: number
  readonly isOpen: boolean
  readonly onToggle: (entity: string, isOpen: boolean) => void
  /** Its position in a long list, which measures it. */
  readonly place?: { readonly index: number; readonly ref: Ref<HTMLTableSectionElement>; onFocus(): void }
}

/** One table: its mark, its name, its time and its figures in one line; the rest below it while it is open. */
export function TableRow({ run, stream, columns, axis, now, isOpen, onToggle, place }: TableRowProps) {
  const { t } = useLingui()
  const { number, compact } = useFormats()
  const { entity, target, status, rowsRead, estimatedRows } = stream
  const toggle = () => onToggle(entity, !isOpen)
  const rate = streamRate(stream, now)
  const isGuessed = status !== 'succeeded' && estimatedRows !== undefined && estimatedRows > rowsRead
  return (
    <tbody
      className={classNames(styles['body'], isOpen && styles['opened'])}
      {...(place && { ref: place.ref, 'data-index': place.index, onFocus: place.onFocus })}
    >
      <tr className={styles['row']}>
        <th scope="row" className={styles['name']}>
          <span className={styles['mark']}>
            <TableMark run={run} stream={stream} />
          </span>
          <button type="button" className={styles['toggle']} aria-expanded={isOpen} onClick={toggle}>
            {entity === target ? entity : `${entity} → ${target}`}
            <Icon of={ChevronRight} size={13} className={styles['arrow']} />
          </button>
        </th>
        <td className={styles['time']}>
          <TableTimeline {...{ run, stream, axis, now, isOpen }} onToggle={toggle} />
        </td>
        {columns.map(({ name, label, figureOf, isTrouble }) => {
          const value = figureOf(stream)
          return (
            <td
              key={name}
              data-label={label}
              className={classNames(styles['figure'], !value ? styles['none'] : isTrouble && styles['trouble'])}
            >
              {value === undefined ? '–' : number(value)}
              {name === 'read' && isGuessed && (
                <span className={styles['guess']}> {t`of ~${compact(estimatedRows)}`}</span>
              )}
            </td>
          )
        })}
        <td className={classNames(styles['figure'], styles['rate'])} data-label={t`Speed`}>
          {rate === undefined ? '–' : <Trans>{compact(rate)}/s</Trans>}
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={columns.length + 3} className={styles['details']}>
            <TableDetails run={run} stream={stream} />
          </td>
        </tr>
      )}
    </tbody>
  )
}

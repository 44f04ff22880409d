import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronDown } from 'lucide'

import type { Entity } from '../../../../core/connections/entity.ts'
import type { FlowStream } from '../../../../core/flows/flow.ts'
import type { PlannedTarget } from '../../../../core/flows/streams/stream-plan.ts'
import type { TableItem } from '../../../../core/flows/streams/table-groups.ts'
import { useModeNames } from '../../../catalog/use-mode-names.ts'
import { useFormats } from '../../../i18n/use-formats.ts'
import { useServerText } from '../../../i18n/use-server-text.ts'
import { Checkbox } from '../../../kit/checkbox/checkbox.tsx'
import { classNames } from '../../../kit/class-names.ts'
import { IconButton } from '../../../kit/icon-button/icon-button.tsx'
import styles from './tables-sheet.module.css'

interface GroupLineProps {
  readonly group: Extract<TableItem, { readonly kind: 'group' }>
  readonly isReadOnly: boolean
  onToggle(isChosen: boolean): void
  onOpen(isOpen: boolean): void
}

/** A schema: how many of its tables are chosen, and a box for all of them. */
export function GroupLine({ group: { schema, tables, chosen, isOpen }, isReadOnly, onToggle, onOpen }: GroupLineProps) {
  const { t } = useLingui()
  const isAll = chosen === tables.length
  return (
    <div className={styles['group']}>
      <IconButton
        icon={ChevronDown}
        size="xs"
        label={isOpen ? t`Hide the tables of ${schema}` : t`Show the tables of ${schema}`}
        aria-expanded={isOpen}
        className={styles['fold']}
        onClick={() => onOpen(!isOpen)}
      />
      <Checkbox
        label={<strong>{schema}</strong>}
        checked={isAll ? true : chosen > 0 ? 'indeterminate' : false}
        disabled={isReadOnly}
        onChange={() => onToggle(!isAll)}
      />
      <span className={styles['count']}>
        <Trans>
          {chosen} of {tables.length}
        </Trans>
      </span>
    </div>
  )
}

interface TableLineProps {
  readonly entity: Entity
  readonly stream: FlowStream | undefined
  /** Its name in its schema. */
  readonly shortName: string
  readonly planned: PlannedTarget | undefined
  /** Up to which value of its cursor it was read. */
  readonly position: string | undefined
  readonly isActive: boolean
  readonly isReadOnly: boolean
  onToggle(isChosen: boolean): void
  onOpen(): void
}

/** A table with its most important settings; a press shows all of them. */
export function TableLine({ entity, stream, shortName, planned, position, ...line }: TableLineProps) {
  const { t } = useLingui()
  const { compact } = useFormats()
  const modeNames = useModeNames()
  const serverText = useServerText()
  const { name, columns, estimatedRows } = entity
  const ownKey = columns.filter(({ keyPosition }) => keyPosition !== undefined).map((column) => column.name)
  const key = (stream?.key ?? ownKey).join(', ')
  const target = planned?.target ?? stream?.target
  const problem = planned?.problem
  return (
    <div className={classNames(styles['line'], line.isActive && styles['active'])}>
      <Checkbox
        label={
          <span title={name}>
            <span className={styles['schema']}>{name.slice(0, name.length - shortName.length)}</span>
            {shortName}
          </span>
        }
        checked={stream !== undefined}
        disabled={line.isReadOnly}
        onChange={line.onToggle}
      />
      <span>{estimatedRows !== undefined && `~${compact(estimatedRows)}`}</span>
      <span>{stream && modeNames[stream.mode].short}</span>
      <span title={problem ? serverText.message(problem) : target} className={problem && styles['problem']}>
        {stream && target}
      </span>
      <span title={key}>{key}</span>
      <span>{stream?.cursor}</span>
      <span title={position}>{stream && position}</span>
      {stream && (
        <button type="button" className={styles['open']} aria-expanded={line.isActive} onClick={line.onOpen}>
          <span className="visually-hidden">{t`Settings of ${name}`}</span>
        </button>
      )}
    </div>
  )
}

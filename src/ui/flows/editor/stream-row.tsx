import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ChevronDown, KeyRound } from 'lucide-react'
import { useState } from 'react'

import type { Entity } from '../../../core/connections/entity.ts'
import type { FlowStream } from '../../../core/flows/flow.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { Checkbox } from '../../kit/checkbox/checkbox.tsx'
import { Field } from '../../kit/field/field.tsx'
import { IconButton } from '../../kit/icon-button/icon-button.tsx'
import { TextInput } from '../../kit/text-input/text-input.tsx'
import styles from './stream-picker.module.css'
import { chooseColumns, chosenColumns, retarget } from './stream-selection.ts'

interface StreamRowProps {
  readonly entity: Entity
  /** Absent: not chosen. */
  readonly stream: FlowStream | undefined
  readonly isReadOnly: boolean
  onToggle(isChosen: boolean): void
  onChange(change: (streams: readonly FlowStream[]) => readonly FlowStream[]): void
}

export function StreamRow({ entity, stream, isReadOnly, onToggle, onChange }: StreamRowProps) {
  const { t } = useLingui()
  const { compact } = useFormats()
  const [isOpen, setOpen] = useState(false)
  const { name, columns, estimatedRows } = entity
  return (
    <li className={styles['row']}>
      <div className={styles['summary']}>
        <Checkbox label={name} checked={stream !== undefined} disabled={isReadOnly} onChange={onToggle} />
        <span className={styles['facts']}>
          {stream?.target !== undefined && <>→ {stream.target}</>}
          {stream?.columns !== undefined && (
            <Trans>
              {stream.columns.length} of {columns.length} columns
            </Trans>
          )}
          {estimatedRows !== undefined && <Trans>~{compact(estimatedRows)} rows</Trans>}
        </span>
        {stream && (
          <IconButton
            icon={ChevronDown}
            size="xs"
            label={isOpen ? t`Hide the settings of ${name}` : t`Settings of ${name}`}
            aria-expanded={isOpen}
            className={styles['toggle']}
            onClick={() => setOpen(!isOpen)}
          />
        )}
      </div>
      {stream && isOpen && <StreamSettings {...{ entity, stream, isReadOnly, onChange }} />}
    </li>
  )
}

function StreamSettings({ entity, stream, isReadOnly, onChange }: Required<Omit<StreamRowProps, 'onToggle'>>) {
  const { t } = useLingui()
  if (!stream) return null
  const { name, columns } = entity
  const chosen = chosenColumns(stream, entity)
  const toggle = (column: string, isChosen: boolean) => {
    const next = isChosen ? [...chosen, column] : chosen.filter((other) => other !== column)
    onChange((streams) => chooseColumns(streams, entity, next))
  }
  return (
    <div className={styles['settings']}>
      <Field label={t`Name in the destination`}>
        <TextInput
          defaultValue={stream.target ?? name}
          disabled={isReadOnly}
          onChange={(event) => onChange((streams) => retarget(streams, name, event.target.value))}
        />
      </Field>
      <p className={styles['columnsHead']}>
        <Plural value={columns.length} one="# column" other="# columns" />
      </p>
      <ul className={styles['columns']}>
        {columns.map((column) => {
          const isChosen = chosen.includes(column.name)
          const isLast = isChosen && chosen.length === 1
          return (
            <li key={column.name} className={styles['column']}>
              <Checkbox
                label={column.name}
                checked={isChosen}
                disabled={isReadOnly || isLast}
                onChange={(next) => toggle(column.name, next)}
              />
              {column.keyPosition !== undefined && (
                <KeyRound size={12} className={styles['key']} aria-label={t`Primary key`} />
              )}
              <code className={styles['type']}>{column.type}</code>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

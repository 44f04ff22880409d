import { useLingui } from '@lingui/react/macro'

import {
  hasZeroDates,
  mappedFieldsOf,
  modesOf,
  passesOwnTypes,
  type WriteMode,
} from '../../../../core/catalog/connection-types.ts'
import { DRIFT_POLICIES, type DriftPolicy } from '../../../../core/catalog/drift-policies.ts'
import type { EmptyCursorPolicy } from '../../../../core/catalog/empty-cursor-policies.ts'
import type { InvalidPolicy } from '../../../../core/catalog/invalid-policies.ts'
import type { OwnTypePolicy } from '../../../../core/catalog/own-type-policies.ts'
import type { ZeroDatePolicy } from '../../../../core/catalog/zero-date-policies.ts'
import type { Entity } from '../../../../core/connections/entity.ts'
import type { Flow, FlowStream } from '../../../../core/flows/flow.ts'
import {
  chooseCursor,
  chooseDrift,
  chooseEmptyCursor,
  chooseInvalid,
  chooseKey,
  chooseMode,
  chooseOwnTypes,
  chooseZeroDates,
  mapField,
  retarget,
} from '../../../../core/flows/stream-selection.ts'
import { Field } from '../../../kit/field/field.tsx'
import { Select } from '../../../kit/select/select.tsx'
import { TextInput } from '../../../kit/text-input/text-input.tsx'
import { StreamColumns } from './stream-columns.tsx'
import styles from './stream-picker.module.css'
import { StreamPosition } from './stream-position.tsx'
import { useDriftNames } from './use-drift-names.ts'
import { useModeNames } from './use-mode-names.ts'
import { useStreamPlan } from './use-stream-plan.ts'

type Streams = readonly FlowStream[]

interface StreamSettingsProps {
  readonly flow: Flow
  readonly entity: Entity
  readonly stream: FlowStream
  readonly destinationType: string
  readonly isReadOnly: boolean
  onChange(change: (streams: Streams) => Streams): void
}

/** How one table comes into the destination: its name, what becomes of the old rows, what is read, and which columns. */
export function StreamSettings(props: StreamSettingsProps) {
  const { flow, entity, stream, destinationType, isReadOnly, onChange } = props
  const { t } = useLingui()
  const modeNames = useModeNames()
  const driftNames = useDriftNames()
  const { name, columns } = entity
  const { plan } = useStreamPlan(flow, name)
  const modes = modesOf(destinationType)
  const columnOptions = columns.map((column) => ({ value: column.name, label: column.name }))
  return (
    <div className={styles['settings']}>
      <Field label={t`Name in the destination`}>
        <TextInput
          defaultValue={stream.target ?? ''}
          placeholder={plan?.target ?? name}
          disabled={isReadOnly}
          onChange={(event) => onChange((streams) => retarget(streams, name, event.target.value))}
        />
      </Field>
      <Field label={t`What becomes of the rows that are there`}>
        <Select
          value={stream.mode}
          disabled={isReadOnly || modes.length < 2}
          options={modes.map((mode) => ({ value: mode, label: modeNames[mode].long }))}
          onChange={(event) => onChange((streams) => chooseMode(streams, name, event.target.value as WriteMode))}
        />
      </Field>
      {stream.mode === 'upsert' && (
        <Field label={t`Key`} hint={t`The column that tells rows apart.`}>
          <Select
            value={stream.key?.[0] ?? ''}
            disabled={isReadOnly}
            options={[{ value: '', label: t`The key of the table` }, ...columnOptions]}
            onChange={({ target: { value } }) =>
              onChange((streams) => chooseKey(streams, name, value === '' ? [] : [value]))
            }
          />
        </Field>
      )}
      {stream.mode !== 'replace' && (
        <Field label={t`Rows to read`} hint={t`A column that grows, such as a time of change, tells what is new.`}>
          <Select
            value={stream.cursor ?? ''}
            disabled={isReadOnly}
            options={[
              { value: '', label: t`All of them, in every run` },
              ...columns.map((column) => ({ value: column.name, label: t`What is new by ${column.name}` })),
            ]}
            onChange={(event) => onChange((streams) => chooseCursor(streams, name, event.target.value))}
          />
        </Field>
      )}
      {stream.cursor !== undefined && <StreamPosition {...{ stream, isReadOnly }} />}
      {stream.cursor !== undefined && (
        <Field label={t`Rows without a value in ${stream.cursor}`}>
          <Select
            value={stream.emptyCursor ?? 'read'}
            disabled={isReadOnly}
            options={[
              { value: 'read', label: t`Read in every run` },
              { value: 'leave-out', label: t`Left out and counted` },
              { value: 'fail', label: t`The run fails, nothing changes` },
            ]}
            onChange={(event) =>
              onChange((streams) => chooseEmptyCursor(streams, name, event.target.value as EmptyCursorPolicy))
            }
          />
        </Field>
      )}
      <Field label={t`When the columns of the source change`}>
        <Select
          value={stream.drift ?? 'follow'}
          disabled={isReadOnly}
          options={DRIFT_POLICIES.map((policy) => ({ value: policy, label: driftNames[policy] }))}
          onChange={(event) => onChange((streams) => chooseDrift(streams, name, event.target.value as DriftPolicy))}
        />
      </Field>
      <Field label={t`When the destination cannot hold a row`}>
        <Select
          value={stream.onInvalid ?? 'fail'}
          disabled={isReadOnly}
          options={[
            { value: 'fail', label: t`The run fails, nothing changes` },
            { value: 'reject', label: t`The row is kept aside and counted` },
          ]}
          onChange={(event) => onChange((streams) => chooseInvalid(streams, name, event.target.value as InvalidPolicy))}
        />
      </Field>
      {hasZeroDates(flow.sourceConnection?.type ?? '') && (
        <Field label={t`Dates such as 0000-00-00`} hint={t`Between two MySQL databases they stay as they are.`}>
          <Select
            value={stream.zeroDates ?? 'null'}
            disabled={isReadOnly}
            options={[
              { value: 'null', label: t`Read as NULL and counted` },
              { value: 'reject', label: t`The row is kept aside and counted` },
              { value: 'fail', label: t`The run fails, nothing changes` },
            ]}
            onChange={(event) =>
              onChange((streams) => chooseZeroDates(streams, name, event.target.value as ZeroDatePolicy))
            }
          />
        </Field>
      )}
      {passesOwnTypes(flow.sourceConnection?.type ?? '', destinationType) && (
        <Field label={t`Types that the source defines`} hint={t`Domains, enums, composite types and ranges.`}>
          <Select
            value={stream.ownTypes ?? 'create'}
            disabled={isReadOnly}
            options={[
              { value: 'create', label: t`Created in the destination` },
              { value: 'base', label: t`Stored as their base types, or as text` },
            ]}
            onChange={(event) =>
              onChange((streams) => chooseOwnTypes(streams, name, event.target.value as OwnTypePolicy))
            }
          />
        </Field>
      )}
      {mappedFieldsOf(destinationType).map((field) => (
        <Field key={field} label={t`Column for ${field}`}>
          <Select
            value={stream.mapping?.[field] ?? ''}
            disabled={isReadOnly}
            options={[{ value: '', label: t`The column of that name` }, ...columnOptions]}
            onChange={(event) => onChange((streams) => mapField(streams, name, field, event.target.value))}
          />
        </Field>
      ))}
      <StreamColumns {...{ flow, entity, stream, isReadOnly, onChange }} />
    </div>
  )
}

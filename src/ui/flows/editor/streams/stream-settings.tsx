import { useLingui } from '@lingui/react/macro'
import {
  findsVanished,
  hasZeroDates,
  isReadWhole,
  mappedFieldsOf,
  passesOwnTypes,
  sumsValues,
  writeModesOf,
} from '../../../../core/catalog/connections/connection-types.ts'
import type { Entity } from '../../../../core/connections/entity.ts'
import { canCompare } from '../../../../core/flows/can-compare.ts'
import type { Flow, FlowStream } from '../../../../core/flows/flow.ts'
import {
  chooseCursor,
  chooseKey,
  chooseMode,
  choosePolicies,
  mapField,
  type Policies,
  retarget,
} from '../../../../core/flows/streams/stream-selection.ts'
import { useModeNames } from '../../../catalog/use-mode-names.ts'
import { usePolicyNames } from '../../../catalog/use-policy-names.ts'
import { Field } from '../../../kit/field/field.tsx'
import { TextInput } from '../../../kit/text-input/text-input.tsx'
import { Choice } from './choice.tsx'
import { StreamChecks } from './stream-checks.tsx'
import { StreamColumns } from './stream-columns.tsx'
import styles from './stream-picker.module.css'
import { StreamPosition } from './stream-position.tsx'
import { StreamVanished } from './stream-vanished.tsx'
import { useStreamPlan } from './use-stream-plan.ts'

type Streams = readonly FlowStream[]

/** Columns that do not arrive in the destination. */
const ABSENT = ['ignored', 'dropped', 'gone', 'computed'] as const

interface StreamSettingsProps {
  readonly flow: Flow
  readonly entity: Entity
  readonly stream: FlowStream
  readonly destinationType: string
  readonly isReadOnly: boolean
  onChange(change: (streams: Streams) => Streams): void
}

/** How one table is written to the destination: its name, what happens to existing rows, which rows are read, and which columns. */
export function StreamSettings(props: StreamSettingsProps) {
  const { flow, entity, stream, destinationType, isReadOnly, onChange } = props
  const { t } = useLingui()
  const modeNames = useModeNames()
  const policyNames = usePolicyNames()
  const { name, columns } = entity
  const { plan } = useStreamPlan(flow, name)
  const sourceType = flow.sourceConnection?.type ?? ''
  const modes = writeModesOf(sourceType, destinationType)
  const isMirrored = stream.mode === 'mirror'
  const columnOptions = columns.map((column) => ({ value: column.name, label: column.name }))
  const arriving = plan?.columns.filter(({ notes }) => !ABSENT.some((note) => notes.includes(note))) ?? columns
  const choosePolicy = (chosen: Policies) => onChange((streams) => choosePolicies(streams, name, chosen))
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
      <Choice
        label={t`Existing rows`}
        value={stream.mode}
        isOff={isReadOnly || modes.length < 2}
        options={modes.map((mode) => ({ value: mode, label: modeNames[mode].long }))}
        onChoose={(mode) => onChange((streams) => chooseMode(streams, name, mode))}
      />
      {stream.mode === 'upsert' && (
        <Choice
          label={t`Key`}
          hint={t`Identifies a row.`}
          value={stream.key?.[0] ?? ''}
          isOff={isReadOnly}
          options={[
            { value: '', label: isReadWhole(sourceType) ? t`Choose a column` : t`The key of the table` },
            ...columnOptions,
          ]}
          onChoose={(key) => onChange((streams) => chooseKey(streams, name, key === '' ? [] : [key]))}
        />
      )}
      {stream.mode !== 'replace' && !isMirrored && (!isReadWhole(sourceType) || stream.cursor !== undefined) && (
        <Choice
          label={t`Rows to read`}
          hint={t`It increases, like a time of change.`}
          value={stream.cursor ?? ''}
          isOff={isReadOnly}
          options={[
            { value: '', label: t`All of them, in every run` },
            ...columns.map((column) => ({ value: column.name, label: t`What is new by ${column.name}` })),
          ]}
          onChoose={(cursor) => onChange((streams) => chooseCursor(streams, name, cursor))}
        />
      )}
      {stream.cursor !== undefined && <StreamPosition {...{ stream, isReadOnly }} />}
      {stream.cursor !== undefined && (
        <Choice
          label={t`Rows without a value in ${stream.cursor}`}
          value={stream.emptyCursor ?? 'read'}
          isOff={isReadOnly}
          options={policyNames.emptyCursor}
          onChoose={(emptyCursor) => choosePolicy({ emptyCursor })}
        />
      )}
      <Choice
        label={t`Schema changes`}
        value={stream.drift ?? 'follow'}
        isOff={isReadOnly}
        options={policyNames.drift}
        onChoose={(drift) => choosePolicy({ drift })}
      />
      {!isMirrored && (
        <Choice
          label={t`Rejected rows`}
          value={stream.onInvalid ?? 'fail'}
          isOff={isReadOnly}
          options={policyNames.onInvalid}
          onChoose={(onInvalid) => choosePolicy({ onInvalid })}
        />
      )}
      {findsVanished(destinationType) && !isMirrored && (
        <StreamVanished stream={stream} isReadOnly={isReadOnly} onChange={onChange} />
      )}
      {hasZeroDates(sourceType) && (
        <Choice
          label={t`Dates such as 0000-00-00`}
          hint={t`Between two MySQL: unchanged.`}
          value={stream.zeroDates ?? 'null'}
          isOff={isReadOnly}
          options={policyNames.zeroDates}
          onChoose={(zeroDates) => choosePolicy({ zeroDates })}
        />
      )}
      {passesOwnTypes(sourceType, destinationType) && (
        <Choice
          label={t`Own types of the source`}
          hint={t`Domains, enums, composites, ranges.`}
          value={stream.ownTypes ?? 'create'}
          isOff={isReadOnly}
          options={policyNames.ownTypes}
          onChoose={(ownTypes) => choosePolicy({ ownTypes })}
        />
      )}
      {mappedFieldsOf(destinationType).map((field) => (
        <Choice
          key={field}
          label={t`Column for ${field}`}
          value={stream.mapping?.[field] ?? ''}
          isOff={isReadOnly}
          options={[{ value: '', label: t`The column of that name` }, ...columnOptions]}
          onChoose={(column) => onChange((streams) => mapField(streams, name, field, column))}
        />
      ))}
      {sumsValues(destinationType) && !isMirrored && (
        <Choice
          label={t`Compare before readers see the rows`}
          hint={t`All values: as slow as reading again.`}
          value={stream.verify ?? 'keys'}
          isOff={isReadOnly}
          options={policyNames.verify.map((option) =>
            option.value === 'keys' && !canCompare(flow) ? { ...option, label: t`The number of rows` } : option,
          )}
          onChoose={(verify) => choosePolicy({ verify })}
        />
      )}
      {!isMirrored && <StreamChecks {...{ stream, destinationType, isReadOnly, onChange }} columns={arriving} />}
      <StreamColumns {...{ flow, entity, stream, isReadOnly, onChange }} />
    </div>
  )
}

import { useLingui } from '@lingui/react/macro'

import { MARK_COLUMN, VANISHED_PERCENT } from '../../../../core/catalog/policies/vanished-policies.ts'
import type { FlowStream } from '../../../../core/flows/flow.ts'
import { choosePolicies } from '../../../../core/flows/streams/stream-selection.ts'
import { chooseMarkColumn, chooseVanishedPercent } from '../../../../core/flows/streams/vanished-settings.ts'
import { usePolicyNames } from '../../../catalog/use-policy-names.ts'
import { Field } from '../../../kit/field/field.tsx'
import { TextInput } from '../../../kit/text-input/text-input.tsx'
import { Choice } from './choice.tsx'

interface StreamVanishedProps {
  readonly stream: FlowStream
  readonly isReadOnly: boolean
  onChange(change: (streams: readonly FlowStream[]) => readonly FlowStream[]): void
}

/** What happens to rows of the target that the source no longer has, and how many of them a run accepts. */
export function StreamVanished({ stream, isReadOnly, onChange }: StreamVanishedProps) {
  const { t } = useLingui()
  const { onVanished: options } = usePolicyNames()
  const { entity, mode, cursor, onVanished = 'keep', vanishedColumn = '', vanishedPercent } = stream
  const reasons = {
    replace: t`Replacing removes them anyway.`,
    mirror: t`A mirror removes them at once.`,
    append: t`Appended rows always stay.`,
    upsert: cursor === undefined || onVanished === 'keep' ? undefined : t`Every run compares all keys.`,
  }
  return (
    <>
      <Choice
        label={t`Rows gone at the source`}
        hint={reasons[mode]}
        value={mode === 'replace' ? 'remove' : onVanished}
        isOff={isReadOnly || mode !== 'upsert'}
        options={options}
        onChoose={(chosen) => onChange((streams) => choosePolicies(streams, entity, { onVanished: chosen }))}
      />
      {onVanished === 'mark' && (
        <Field label={t`Column for the time`} hint={t`Added if missing.`}>
          <TextInput
            defaultValue={vanishedColumn}
            placeholder={MARK_COLUMN}
            disabled={isReadOnly}
            onChange={({ target }) => onChange((streams) => chooseMarkColumn(streams, entity, target.value))}
          />
        </Field>
      )}
      {onVanished !== 'keep' && (
        <Field label={t`Stop above this share, in percent`} hint={t`Then the run asks.`}>
          <TextInput
            inputMode="decimal"
            autoComplete="off"
            defaultValue={vanishedPercent === undefined ? '' : `${vanishedPercent}`}
            placeholder={`${VANISHED_PERCENT}`}
            disabled={isReadOnly}
            onChange={({ target }) => onChange((streams) => chooseVanishedPercent(streams, entity, target.value))}
          />
        </Field>
      )}
    </>
  )
}

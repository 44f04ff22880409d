import { Plural, useLingui } from '@lingui/react/macro'
import { useState } from 'react'

import type { WriteMode } from '../../../../core/catalog/connections/connection-types.ts'
import type { BulkChoice } from '../../../../core/flows/streams/stream-selection.ts'
import { useModeNames } from '../../../catalog/use-mode-names.ts'
import { usePolicyNames } from '../../../catalog/use-policy-names.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Field } from '../../../kit/field/field.tsx'
import { Select } from '../../../kit/select/select.tsx'
import styles from './stream-picker.module.css'

interface StreamBulkProps {
  /** How many tables are changed. */
  readonly count: number
  readonly modes: readonly WriteMode[]
  onApply(choice: BulkChoice): void
}

/** The same write mode and policies for many tables. */
export function StreamBulk({ count, modes, onApply }: StreamBulkProps) {
  const { t } = useLingui()
  const modeNames = useModeNames()
  const { drift, onInvalid } = usePolicyNames()
  const [choice, setChoice] = useState<BulkChoice>({})
  const asIs = { value: '', label: t`Leave as it is` }
  const put = (name: keyof BulkChoice, value: string) => {
    const { [name]: _before, ...others } = choice
    setChoice(value === '' ? others : { ...others, [name]: value })
  }
  return (
    <fieldset className={styles['bulk']} aria-label={t`For all chosen tables`}>
      {modes.length > 1 && (
        <Field label={t`Existing rows`}>
          <Select
            value={choice.mode ?? ''}
            options={[asIs, ...modes.map((mode) => ({ value: mode, label: modeNames[mode].long }))]}
            onChange={({ target }) => put('mode', target.value)}
          />
        </Field>
      )}
      <Field label={t`Schema changes`}>
        <Select
          value={choice.drift ?? ''}
          options={[asIs, ...drift]}
          onChange={({ target }) => put('drift', target.value)}
        />
      </Field>
      <Field label={t`Rejected rows`}>
        <Select
          value={choice.onInvalid ?? ''}
          options={[asIs, ...onInvalid]}
          onChange={({ target }) => put('onInvalid', target.value)}
        />
      </Field>
      <div>
        <Button
          size="sm"
          disabledReason={
            count === 0
              ? t`No chosen table in the list`
              : Object.keys(choice).length === 0
                ? t`Choose what to change`
                : undefined
          }
          onClick={() => onApply(choice)}
        >
          <Plural value={count} one="Set for # table" other="Set for # tables" />
        </Button>
      </div>
    </fieldset>
  )
}

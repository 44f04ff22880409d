import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'

import { LONGEST_FRESHNESS_MINUTES } from '../../../core/catalog/alert-events.ts'
import type { Flow } from '../../../core/flows/flow.ts'
import { errorText } from '../../errors/error-text.ts'
import { ChangedBy } from '../../i18n/changed-by.tsx'
import { Callout } from '../../kit/callout/callout.tsx'
import { Field } from '../../kit/field/field.tsx'
import { FormDialog } from '../../kit/form-dialog/form-dialog.tsx'
import { Select } from '../../kit/select/select.tsx'
import { TextInput } from '../../kit/text-input/text-input.tsx'
import { useFlowSettingChange } from '../../queries/use-flow-setting-change.ts'
import { useWriteDisabledReason } from '../../queries/use-write-disabled-reason.ts'
import styles from './freshness-dialog.module.css'

const UNITS = { days: 1_440, hours: 60, minutes: 1 } as const

type Unit = keyof typeof UNITS

const UNIT_NAMES = ['minutes', 'hours', 'days'] as const satisfies readonly Unit[]

/** The largest unit in which it is a whole number. */
const unitOf = (minutes: number): Unit => {
  if (minutes % UNITS.days === 0) return 'days'
  return minutes % UNITS.hours === 0 ? 'hours' : 'minutes'
}

interface FreshnessDialogProps {
  readonly flow: Flow
  readonly isBusy?: boolean
  /** The reason why it could not be saved. */
  readonly error?: unknown
  /** Called with nothing to remove the freshness. */
  onSave(minutes: number | null): void
  onClose(): void
}

/** The maximum age of a flow's rows before it counts as late. */
export function FreshnessDialog({ flow, isBusy = false, error, onSave, onClose }: FreshnessDialogProps) {
  const { t, i18n } = useLingui()
  const disabledReason = useWriteDisabledReason(flow)
  const known = flow.freshnessMinutes ?? undefined
  const change = useFlowSettingChange(flow.id, 'freshness', known !== undefined)
  const [unit, setUnit] = useState<Unit>(known === undefined ? 'hours' : unitOf(known))
  const [count, setCount] = useState(known === undefined ? '' : `${known / UNITS[unitOf(known)]}`)
  const [isTried, setTried] = useState(false)
  const names: Readonly<Record<Unit, string>> = { minutes: t`minutes`, hours: t`hours`, days: t`days` }
  const minutes = count.trim() === '' ? null : Number(count) * UNITS[unit]
  const isWrong =
    minutes !== null && !(Number.isInteger(minutes) && minutes >= 1 && minutes <= LONGEST_FRESHNESS_MINUTES)

  const save = () => {
    setTried(true)
    if (!isWrong) onSave(minutes)
  }
  return (
    <FormDialog
      title={<Trans>Freshness limit</Trans>}
      description={flow.name}
      onClose={onClose}
      submitLabel={<Trans>Save</Trans>}
      isBusy={isBusy}
      disabledReason={disabledReason}
      onSubmit={save}
    >
      <div className={styles['row']}>
        <Field
          label={t`Rows are no older than`}
          error={isTried && isWrong ? t`Enter a whole number, up to a year` : undefined}
        >
          <TextInput
            inputMode="decimal"
            autoComplete="off"
            value={count}
            onChange={({ target }) => setCount(target.value)}
          />
        </Field>
        <Field label={t`Unit`}>
          <Select
            value={unit}
            options={UNIT_NAMES.map((name) => ({ value: name, label: names[name] }))}
            onChange={({ target }) => setUnit(target.value as Unit)}
          />
        </Field>
      </div>
      <p className={styles['hint']}>
        <Trans>Older rows make the flow late. Empty: no limit.</Trans>
      </p>
      {change && <ChangedBy at={change.savedAt} by={change.savedBy} />}
      {!flow.enabled && (
        <Callout tone="warning">
          <Trans>The flow is off and never late.</Trans>
        </Callout>
      )}
      {error !== undefined && error !== null && <Callout tone="danger">{errorText(i18n, error)}</Callout>}
    </FormDialog>
  )
}

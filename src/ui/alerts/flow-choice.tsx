import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox } from '../kit/checkbox/checkbox.tsx'
import { SegmentedControl } from '../kit/segmented-control/segmented-control.tsx'
import { useFlows } from '../queries/use-flows.ts'
import styles from './alerts.module.css'

interface FlowChoiceProps {
  /** Absent: all flows. */
  readonly value: readonly string[] | undefined
  readonly error: string | undefined
  onChange(flowIds: readonly string[] | undefined): void
}

/** All flows, including new ones, or some of them. */
export function FlowChoice({ value, error, onChange }: FlowChoiceProps) {
  const { t } = useLingui()
  const { data: flows = [] } = useFlows()
  return (
    <fieldset className={styles['choices']}>
      <legend className={styles['legend']}>
        <Trans>For</Trans>
      </legend>
      <SegmentedControl
        label={t`For`}
        value={value === undefined ? 'all' : 'some'}
        options={[
          { value: 'all', label: t`All flows` },
          { value: 'some', label: t`Chosen flows` },
        ]}
        onChange={(next) => onChange(next === 'all' ? undefined : [])}
      />
      {value !== undefined && (
        <div className={styles['flows']}>
          {flows.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={value.includes(id)}
              onChange={(isChosen) => onChange(isChosen ? [...value, id] : value.filter((chosen) => chosen !== id))}
            />
          ))}
        </div>
      )}
      {error !== undefined && <p className={styles['error']}>{error}</p>}
    </fieldset>
  )
}

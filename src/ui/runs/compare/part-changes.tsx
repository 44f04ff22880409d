import { useLingui } from '@lingui/react/macro'

import type { FlowPartChange } from '../../../core/runs/compare/compare-flows.ts'
import { stepName } from '../../i18n/step-name.ts'
import { useFieldName } from '../../lists/use-field-name.ts'
import styles from './run-comparison.module.css'

/** The changed parts of a flow, one line each. */
export const PartChanges = ({ label, changes }: { label: string; changes: readonly FlowPartChange[] }) => (
  <ul className={styles['changes']} aria-label={label}>
    {changes.map((change, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a list that never changes
      <li key={place}>
        <PartChange change={change} />
      </li>
    ))}
  </ul>
)

function PartChange({ change: { part, name = '', change, settings } }: { change: FlowPartChange }) {
  const { t, i18n } = useLingui()
  const fieldName = useFieldName()
  const stepType = stepName(i18n, name)
  const parts: Readonly<Record<FlowPartChange['part'], string>> = {
    source: t`Source`,
    destination: t`Destination`,
    tables: t`Tables`,
    table: t`Table ${name}`,
    step: t`Step “${stepType}”`,
    schedule: t`Schedule`,
    after: t`After other flows`,
    sql: t`SQL before and after`,
    budget: t`Budget`,
    structure: t`Structure`,
  }
  const changes: Readonly<Record<FlowPartChange['change'], string>> = {
    added: t`added`,
    removed: t`removed`,
    changed: t`changed`,
    moved: t`at another place`,
    all: t`all of the source, also those that it gets later`,
    chosen: t`only ${name}`,
  }
  return (
    <>
      <strong>{parts[part]}</strong>: {changes[change]}
      {settings.map(({ name: setting, before, after }) => (
        <span key={setting} className={styles['setting']}>
          {fieldName(setting, 0, [])}: <del>{before ?? '–'}</del> → <ins>{after ?? '–'}</ins>
        </span>
      ))}
    </>
  )
}

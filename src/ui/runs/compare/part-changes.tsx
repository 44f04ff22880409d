import { useLingui } from '@lingui/react/macro'

import type { FlowPartChange } from '../../../core/runs/compare/compare-flows.ts'
import { stepName } from '../../i18n/step-name.ts'
import { useFieldName } from '../../lists/use-field-name.ts'
import { useValueName } from '../../lists/use-value-name.ts'
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
  const valueName = useValueName()
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
      {settings.map(({ before, after, ...setting }, place) => {
        const path = pathOf(part, name, setting)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list that never changes
          <span key={place} className={styles['setting']}>
            {[...path.keys()]
              .slice(OUTER[part])
              .map((at) => fieldName(path, at))
              .join(' › ')}
            : <del>{before === undefined ? '–' : valueName(path, before)}</del> →{' '}
            <ins>{after === undefined ? '–' : valueName(path, after)}</ins>
          </span>
        )
      })}
    </>
  )
}

/** How much of the place of a setting names its part. */
const OUTER: Readonly<Record<FlowPartChange['part'], number>> = {
  source: 1,
  destination: 1,
  tables: 1,
  table: 2,
  step: 3,
  schedule: 1,
  after: 1,
  sql: 0,
  budget: 1,
  structure: 1,
}

/** The place of a setting, as the list of versions names it. */
function pathOf(part: FlowPartChange['part'], name: string, { name: setting, check }: Setting): readonly string[] {
  if (part === 'table') return ['streams', name, ...(check === undefined ? [] : ['checks', check]), setting]
  if (part === 'step') return ['transformations', `1 ${name}`, 'settings', setting]
  return part === 'sql' ? [`sql_${setting}`] : [part, setting]
}

type Setting = FlowPartChange['settings'][number]

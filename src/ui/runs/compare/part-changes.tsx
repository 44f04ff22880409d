import { useLingui } from '@lingui/react/macro'

import type { FlowPartChange } from '../../../core/runs/compare/flow-part-change.ts'
import { stepName } from '../../i18n/step-type-texts.ts'
import styles from './run-comparison.module.css'
import { useIdNames } from './use-id-names.ts'
import { useSettingTexts } from './use-setting-texts.ts'

/** The changed parts of a flow, one line each. */
export function PartChanges({ label, changes }: { label: string; changes: readonly FlowPartChange[] }) {
  const idNames = useIdNames(changes)
  return (
    <ul className={styles['changes']} aria-label={label}>
      {changes.map((change, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a list that never changes
        <li key={place}>
          <PartChange change={change} idNames={idNames} />
        </li>
      ))}
    </ul>
  )
}

interface PartChangeProps {
  readonly change: FlowPartChange
  readonly idNames: ReturnType<typeof useIdNames>
}

function PartChange({ change: { part, name = '', change, settings }, idNames }: PartChangeProps) {
  const { t, i18n } = useLingui()
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
    workers: t`Workers`,
  }
  const changes: Readonly<Record<FlowPartChange['change'], string>> = {
    added: t`added`,
    removed: t`removed`,
    changed: t`changed`,
    moved: t`at another place`,
    all: t`all of the source, also later ones`,
    chosen: t`only ${name}`,
  }
  const isWhole = (change === 'added' || change === 'removed') && part !== 'structure' && part !== 'workers'
  const sides = useSettingTexts()({ part, name, settings, isWhole }, idNames)
  const [only] = sides
  if (only && IN_ONE_LINE.has(part))
    return (
      <>
        <strong>{parts[part]}</strong>: <Sides {...only} isWhole={false} />
      </>
    )
  return (
    <>
      {part !== 'sql' && (
        <>
          <strong>{parts[part]}</strong>: {changes[change]}
        </>
      )}
      {sides.map(({ label, more, ...values }, place) =>
        part === 'sql' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list that never changes
          <div key={place}>
            <strong>{label}</strong>: <Sides {...values} isWhole={false} />
          </div>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list that never changes
          <span key={place} className={styles['setting']}>
            {label}: <Sides {...values} isWhole={isWhole} />
            {more !== '' && ` (${more})`}
          </span>
        ),
      )}
    </>
  )
}

interface SidesProps {
  readonly before?: string
  readonly after?: string
  /** It came or went with its part: there was nothing, or there is nothing, in its place. */
  readonly isWhole: boolean
}

function Sides({ before, after, isWhole }: SidesProps) {
  const [was, is] = [<del key="was">{before ?? '–'}</del>, <ins key="is">{after ?? '–'}</ins>]
  if (isWhole) return before === undefined ? is : was
  return (
    <>
      {was} → {is}
    </>
  )
}

/** Parts with one setting, which needs no name of its own. */
const IN_ONE_LINE: ReadonlySet<FlowPartChange['part']> = new Set(['source', 'destination', 'structure', 'workers'])

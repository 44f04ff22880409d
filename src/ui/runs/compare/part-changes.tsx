import { useLingui } from '@lingui/react/macro'

import { type FlowPartChange, STEP_TABLE } from '../../../core/runs/compare/flow-part-change.ts'
import { stepName } from '../../i18n/step-name.ts'
import { defaultAt } from '../../lists/default-at.ts'
import { useFieldName } from '../../lists/use-field-name.ts'
import { useValueName } from '../../lists/use-value-name.ts'
import styles from './run-comparison.module.css'
import { useIdNames } from './use-id-names.ts'

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
  // A step that changed its type had the settings of another type before.
  const nameBefore = (part === 'step' && settings.find((setting) => setting.name === 'type')?.before) || name
  const isWhole = (change === 'added' || change === 'removed') && part !== 'structure'
  const sides = settings.map(({ before, after, details = [], ...setting }) => {
    const path = pathOf(part, name, setting)
    const held = isWhole ? undefined : defaultAt(path)
    const [was, is] = [before ?? held, after ?? held]
    const told = (value: string, at = path) => idNames(part, setting.name, value) ?? valueName(at, value)
    return {
      label: [...path.keys()]
        .slice(OUTER[part])
        .flatMap((at) => (part === 'step' && path[at] === 'settings' ? [] : [fieldName(path, at)]))
        .join(' › '),
      more: details
        .map(([detail, value]) => {
          const place = pathOf(part, name, { name: detail, check: before ?? after ?? '' })
          return `${fieldName(place, place.length - 1)}: ${valueName(place, value)}`
        })
        .join('; '),
      ...(was !== undefined && { before: told(was, pathOf(part, nameBefore, setting)) }),
      ...(is !== undefined && { after: told(is) }),
    }
  })
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
const IN_ONE_LINE: ReadonlySet<FlowPartChange['part']> = new Set(['source', 'destination', 'structure'])

/** How much of the place of a setting names its part. */
const OUTER: Readonly<Record<FlowPartChange['part'], number>> = {
  source: 1,
  destination: 1,
  tables: 1,
  table: 2,
  step: 2,
  schedule: 1,
  after: 1,
  sql: 0,
  budget: 1,
  structure: 1,
}

/** The fields of a step beside its settings. */
const OF_STEP: Readonly<Record<string, readonly string[]>> = { type: ['type'], [STEP_TABLE]: ['stream'] }

/** The place of a setting, as the list of versions names it. */
function pathOf(part: FlowPartChange['part'], name: string, { name: setting, check }: Setting): readonly string[] {
  if (part === 'table') return ['streams', name, ...(check === undefined ? [] : ['checks', check]), setting]
  if (part === 'step') return ['transformations', `1 ${name}`, ...(OF_STEP[setting] ?? ['settings', setting])]
  return part === 'sql' ? [`sql_${setting}`] : [part, setting]
}

type Setting = FlowPartChange['settings'][number]

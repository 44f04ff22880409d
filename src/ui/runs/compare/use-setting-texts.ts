import { defined } from '../../../core/catalog/defined.ts'
import { type FlowPartChange, STEP_TABLE } from '../../../core/runs/compare/flow-part-change.ts'
import { defaultAt } from '../../lists/default-at.ts'
import { useFieldName } from '../../lists/use-field-name.ts'
import { useValueName } from '../../lists/use-value-name.ts'
import type { useIdNames } from './use-id-names.ts'

interface ChangedPart extends Pick<FlowPartChange, 'part' | 'settings'> {
  readonly name: string
  /** It came or went as a whole: there is nothing in its place. */
  readonly isWhole: boolean
}

interface SettingText {
  readonly label: string
  readonly before?: string
  readonly after?: string
  /** What a check demands beside its label. */
  readonly more: string
}

/** The settings of a changed part in words. */
export function useSettingTexts() {
  const fieldName = useFieldName()
  const valueName = useValueName()
  return (
    { part, name, settings, isWhole }: ChangedPart,
    idNames: ReturnType<typeof useIdNames>,
  ): readonly SettingText[] => {
    // A step that changed its type had the settings of another type before.
    const nameBefore = (part === 'step' && settings.find((setting) => setting.name === 'type')?.before) || name
    return settings.map(({ before, after, details = [], ...setting }) => {
      const path = pathOf(part, name, setting)
      const held = isWhole ? undefined : defaultAt(path)
      const pathBefore = pathOf(part, nameBefore, setting)
      const labelPath = after === undefined ? pathBefore : path
      const [was, is] = [before ?? held, after ?? held]
      const shown = (value: string, at = path) => idNames(part, setting.name, value) ?? valueName(at, value)
      const detail = ([own, value]: readonly [string, string]) => {
        const place = pathOf(part, name, { name: own, check: before ?? after ?? '' })
        return `${fieldName(place, place.length - 1)}: ${valueName(place, value)}`
      }
      return defined({
        label: [...path.keys()]
          .slice(OUTER[part])
          .flatMap((at) => (part === 'step' && path[at] === 'settings' ? [] : [fieldName(labelPath, at)]))
          .join(' › '),
        more: details.map(detail).join(' · '),
        before: was === undefined ? undefined : shown(was, pathBefore),
        after: is === undefined ? undefined : shown(is),
      })
    })
  }
}

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
  workers: 1,
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

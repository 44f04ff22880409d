import { checkDetails, checkLabel } from '../../catalog/checks/check-label.ts'
import type { DataCheck } from '../../catalog/checks/data-checks.ts'
import { defined } from '../../catalog/defined.ts'
import { SETTING_DEFAULTS } from '../../catalog/policies/setting-defaults.ts'
import { settingText } from '../../catalog/setting-text.ts'
import { sameValue } from '../../flows/drafts/same-value.ts'
import type { FlowPartChange, SettingChange } from './flow-part-change.ts'

export type Part = Readonly<Record<string, unknown>>

/** The differences of a list of parts; of one that came or went only that. */
export function compareParts<P extends Part>(
  part: FlowPartChange['part'],
  before: readonly P[],
  after: readonly P[],
  naming: (of: P) => readonly [id: string, name: string],
): readonly FlowPartChange[] {
  const byId = (parts: readonly P[]) => new Map(parts.map((one) => [naming(one)[0], one]))
  const [old, now] = [byId(before), byId(after)]
  const partChange = (
    of: P,
    change: FlowPartChange['change'],
    settings: FlowPartChange['settings'] = [],
  ): FlowPartChange => ({ part, name: naming(of)[1], change, settings })
  return [
    ...[...old].flatMap(([id, one]) => (now.has(id) ? [] : [partChange(one, 'removed')])),
    ...[...now].flatMap(([id, one]) => {
      const was = old.get(id)
      if (!was) return [partChange(one, 'added')]
      const settings = compareSettings(was, one)
      return settings.length > 0 ? [partChange(one, 'changed', settings)] : []
    }),
  ]
}

/** The differences of a part that a flow has once or not at all, with its settings also where it came or went. */
export function comparePart(
  part: FlowPartChange['part'],
  before: Part | undefined,
  after: Part | undefined,
): readonly FlowPartChange[] {
  if (!before && !after) return []
  const settings = compareSettings(before ?? {}, after ?? {})
  if (before && after) return settings.length > 0 ? [{ part, change: 'changed', settings }] : []
  return [{ part, change: after ? 'added' : 'removed', settings }]
}

const compareSettings = (before: Part, after: Part): readonly SettingChange[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => !sameValue(heldBy(before, name), heldBy(after, name)))
    .flatMap((name) => {
      if (name === 'checks') return compareChecks(checksOf(before), checksOf(after))
      const [was, is] = [before[name], after[name]]
      return [
        defined({
          name,
          before: isAbsent(was) ? undefined : settingText(was),
          after: isAbsent(is) ? undefined : settingText(is),
        }),
      ]
    })

const heldBy = (part: Part, name: string): unknown => (isAbsent(part[name]) ? SETTING_DEFAULTS.get(name) : part[name])

const isAbsent = (value: unknown) => value == null || (Array.isArray(value) && value.length === 0)

/** Checks that came or went, and the settings of those that changed. */
function compareChecks(before: readonly DataCheck[], after: readonly DataCheck[]): readonly SettingChange[] {
  // A check of another type is another check.
  const byId = (checks: readonly DataCheck[]) => new Map(checks.map((check) => [`${check.id} ${check.type}`, check]))
  const [old, now] = [byId(before), byId(after)]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((id): readonly SettingChange[] => {
    const [was, is] = [old.get(id), now.get(id)]
    if (was && is) return compareSettings({ ...was }, { ...is }).map((change) => ({ ...change, check: checkLabel(is) }))
    const details = [...checkDetails(is ?? was ?? { id, type: '' })].map(
      ([name, value]) => [name, settingText(value)] as const,
    )
    return [defined({ name: 'checks', before: was && checkLabel(was), after: is && checkLabel(is), details })]
  })
}

const checksOf = ({ checks }: Part): readonly DataCheck[] => (Array.isArray(checks) ? checks : [])

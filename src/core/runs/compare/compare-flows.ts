import { checkLabel } from '../../catalog/checks/check-label.ts'
import type { DataCheck } from '../../catalog/checks/data-checks.ts'
import { settingText } from '../../catalog/setting-text.ts'
import { sameValue } from '../../flows/drafts/same-value.ts'

type Part = Readonly<Record<string, unknown>>

/** A flow at the time of a run; its parts in the server's form. */
export interface FlowOfRun {
  readonly sourceConnectionId: string
  readonly destinationConnectionId: string
  readonly streams: readonly (Part & { readonly entity: string })[]
  readonly steps: readonly (Part & { readonly id: string; readonly type: string })[]
  readonly schedule?: Part
  readonly after?: Part
  /** Before and after the rows. */
  readonly sql?: { readonly before?: string; readonly after?: string }
  readonly budget?: Part
  /** What of the structure comes along; absent: nothing. */
  readonly structure?: { readonly comes: string }
}

interface SettingChange {
  readonly name: string
  /** A check of the table that it belongs to, as `checkLabel` writes it. */
  readonly check?: string
  readonly before?: string
  readonly after?: string
}

export interface FlowPartChange {
  readonly part:
    | 'source'
    | 'destination'
    | 'tables'
    | 'table'
    | 'step'
    | 'schedule'
    | 'after'
    | 'sql'
    | 'budget'
    | 'structure'
  /** The name of a table, or of several; or the type of a step. */
  readonly name?: string
  /** Of all tables together: from then on all of the source are moved, or only the chosen ones. */
  readonly change: 'added' | 'removed' | 'changed' | 'moved' | 'all' | 'chosen'
  /** The differences in a changed part, with the server's names; a side is absent if it has no value. */
  readonly settings: readonly SettingChange[]
}

/** The changed parts of a flow: source, destination, tables, steps, schedule, the flows after which it starts, the SQL around its rows, its budget. */
export function compareFlows(before: FlowOfRun, after: FlowOfRun): readonly FlowPartChange[] {
  const changed = (part: FlowPartChange['part']): FlowPartChange => ({ part, change: 'changed', settings: [] })
  return [
    ...(before.sourceConnectionId === after.sourceConnectionId ? [] : [changed('source')]),
    ...(before.destinationConnectionId === after.destinationConnectionId ? [] : [changed('destination')]),
    ...compareTables(before.streams, after.streams),
    ...compareParts('step', before.steps.map(flat), after.steps.map(flat), ({ id, type }) => [
      String(id),
      String(type),
    ]),
    ...movedSteps(before, after),
    ...compareParts('schedule', only(before.schedule), only(after.schedule), () => ['schedule', undefined]),
    ...compareParts('after', only(before.after), only(after.after), () => ['after', undefined]).map(withoutIds),
    ...compareParts('sql', [before.sql ?? {}], [after.sql ?? {}], () => ['sql', undefined]),
    ...compareParts('budget', only(before.budget), only(after.budget), () => ['budget', undefined]),
    ...compareParts('structure', only(before.structure), only(after.structure), () => ['structure', undefined]),
  ]
}

/** A flow without a list moves every table of its source: no table of a list was removed, or came. */
function compareTables(before: FlowOfRun['streams'], after: FlowOfRun['streams']): readonly FlowPartChange[] {
  if ((before.length === 0) === (after.length === 0))
    return compareParts('table', before, after, ({ entity }) => [entity, entity])
  const name = after.map(({ entity }) => entity).join(', ')
  return [
    after.length === 0
      ? { part: 'tables', change: 'all', settings: [] }
      : { part: 'tables', name, change: 'chosen', settings: [] },
  ]
}

/** Ids of flows mean nothing to people. */
const withoutIds = ({ settings, ...change }: FlowPartChange): FlowPartChange => ({
  ...change,
  settings: settings.filter(({ name }) => name === 'when'),
})

const only = (part: Part | undefined): readonly Part[] => (part ? [part] : [])

/** For people, the settings identify a step. */
const flat = ({ settings, ...step }: Part): Part => ({ ...step, ...(settings as Part | undefined) })

function compareParts<P extends Part>(
  part: FlowPartChange['part'],
  before: readonly P[],
  after: readonly P[],
  naming: (of: P) => readonly [id: string, name: string | undefined],
): readonly FlowPartChange[] {
  const byId = (parts: readonly P[]) => new Map(parts.map((one) => [naming(one)[0], one]))
  const [old, now] = [byId(before), byId(after)]
  const told = (of: P, change: FlowPartChange['change'], settings: FlowPartChange['settings'] = []): FlowPartChange => {
    const [, name] = naming(of)
    return { part, ...(name !== undefined && { name }), change, settings }
  }
  return [
    ...[...old].flatMap(([id, one]) => (now.has(id) ? [] : [told(one, 'removed')])),
    ...[...now].flatMap(([id, one]) => {
      const was = old.get(id)
      if (!was) return [told(one, 'added')]
      const settings = compareSettings(was, one)
      return settings.length > 0 ? [told(one, 'changed', settings)] : []
    }),
  ]
}

const compareSettings = (before: Part, after: Part): FlowPartChange['settings'] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => !sameValue(before[name], after[name]))
    .flatMap((name) => {
      if (name === 'checks') return compareChecks(checksOf(before), checksOf(after))
      return [
        {
          name,
          ...(before[name] != null && { before: settingText(before[name]) }),
          ...(after[name] != null && { after: settingText(after[name]) }),
        },
      ]
    })

/** Checks that came or went, and the settings of those that changed. */
function compareChecks(before: readonly DataCheck[], after: readonly DataCheck[]): readonly SettingChange[] {
  const byId = (checks: readonly DataCheck[]) => new Map(checks.map((check) => [check.id, check]))
  const [old, now] = [byId(before), byId(after)]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((id): readonly SettingChange[] => {
    const [was, is] = [old.get(id), now.get(id)]
    if (was && is) return compareSettings({ ...was }, { ...is }).map((change) => ({ ...change, check: checkLabel(is) }))
    return [{ name: 'checks', ...(was && { before: checkLabel(was) }), ...(is && { after: checkLabel(is) }) }]
  })
}

const checksOf = ({ checks }: Part): readonly DataCheck[] => (Array.isArray(checks) ? checks : [])

/** Steps that both have, in another order: the first one that shows it. */
function movedSteps(before: FlowOfRun, after: FlowOfRun): readonly FlowPartChange[] {
  const idsOf = (own: FlowOfRun, other: FlowOfRun) =>
    own.steps.filter(({ id }) => other.steps.some((step) => step.id === id))
  const [old, now] = [idsOf(before, after), idsOf(after, before)]
  const moved = now.find(({ id }, at) => id !== old[at]?.id)
  return moved ? [{ part: 'step', name: moved.type, change: 'moved', settings: [] }] : []
}

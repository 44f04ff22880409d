import { unlistedTable } from '../../catalog/policies/unlisted-table.ts'
import { comparePart, compareParts, type Part } from './compare-parts.ts'
import { type FlowPartChange, STEP_TABLE } from './flow-part-change.ts'

/** A flow at the time of a run; its parts in the server's form. */
export interface FlowOfRun {
  readonly sourceConnectionId: string
  readonly destinationConnectionId: string
  /** Absent: not known, as of a connection that was deleted. */
  readonly destinationType?: string | undefined
  readonly streams: readonly (Part & { readonly entity: string })[]
  readonly steps: readonly (Part & { readonly id: string; readonly type: string })[]
  readonly schedule?: Part
  readonly after?: Part
  /** Before and after the rows. */
  readonly sql?: { readonly before?: string; readonly after?: string }
  readonly budget?: Part
  /** What of the structure comes along; absent: nothing. */
  readonly structure?: { readonly comes: string }
  /** The workers that take its runs; absent: those without a class. */
  readonly workers?: { readonly class: string }
}

/** The changed parts of a flow: source, destination, tables, steps, schedule, the flows after which it starts, the SQL around its rows, its budget. */
export function compareFlows(before: FlowOfRun, after: FlowOfRun): readonly FlowPartChange[] {
  return [
    ...compareEnd('source', before.sourceConnectionId, after.sourceConnectionId),
    ...compareEnd('destination', before.destinationConnectionId, after.destinationConnectionId),
    ...compareTables(before, after),
    ...compareParts('step', before.steps.map(flat), after.steps.map(flat), ({ id, type }) => [
      String(id),
      String(type),
    ]),
    ...movedSteps(before, after),
    ...comparePart('schedule', before.schedule, after.schedule),
    ...comparePart('after', withIds(before.after), withIds(after.after)),
    ...comparePart('sql', before.sql ?? {}, after.sql ?? {}),
    ...comparePart('budget', before.budget, after.budget),
    ...comparePart('structure', before.structure, after.structure),
    ...comparePart('workers', before.workers, after.workers),
  ]
}

const compareEnd = (part: 'source' | 'destination', before: string, after: string): readonly FlowPartChange[] =>
  before === after ? [] : [{ part, change: 'changed', settings: [{ name: 'connection', before, after }] }]

type Tables = FlowOfRun['streams']

/** A flow without a list moves every table of its source: no table of a list was removed, or came; each lost or got settings. */
function compareTables(before: FlowOfRun, after: FlowOfRun): readonly FlowPartChange[] {
  const compared = (was: Tables, is: Tables) => compareParts('table', was, is, ({ entity }) => [entity, entity])
  const [was, is] = [before.streams, after.streams]
  if ((was.length === 0) === (is.length === 0)) return compared(was, is)
  const unlisted = (tables: Tables, { destinationType = '' }: FlowOfRun) =>
    tables.map((table) => unlistedTable(table, destinationType))
  if (is.length === 0) return [{ part: 'tables', change: 'all', settings: [] }, ...compared(was, unlisted(was, after))]
  const name = is.map(({ entity }) => entity).join(', ')
  return [{ part: 'tables', name, change: 'chosen', settings: [] }, ...compared(unlisted(is, before), is)]
}

/** The flows by their ids. */
function withIds(after: Part | undefined): Part | undefined {
  const flows = after?.['flows']
  return Array.isArray(flows) ? { ...after, flows: flows.map((flow: { readonly id?: unknown }) => flow.id) } : after
}

/** For people, the settings identify a step. Its own table has another name than the one that it joins. */
const flat = ({ settings, stream, ...step }: Part): Part => ({
  ...step,
  ...(stream !== undefined && { [STEP_TABLE]: stream }),
  ...(settings as Part | undefined),
})

/** Steps that both have, in another order: the first one that shows it. */
function movedSteps(before: FlowOfRun, after: FlowOfRun): readonly FlowPartChange[] {
  const idsOf = (own: FlowOfRun, other: FlowOfRun) =>
    own.steps.filter(({ id }) => other.steps.some((step) => step.id === id))
  const [old, now] = [idsOf(before, after), idsOf(after, before)]
  const moved = now.find(({ id }, at) => id !== old[at]?.id)
  return moved ? [{ part: 'step', name: moved.type, change: 'moved', settings: [] }] : []
}

import { defined } from '../../catalog/defined.ts'
import type { StepProblem } from '../../catalog/transformations/transformation-problem.ts'
import type { AbsentTable, RefusedTable } from '../../connections/refused-table.ts'
import type { MissingObject } from './missing-object.ts'

/** What the source is asked about, before it is called gone: each table once, unless it lacks more columns than a question may have. */
export const absentTables = (objects: readonly MissingObject[]): readonly AbsentTable[] =>
  [...Map.groupBy(objects, ({ table }) => table)].flatMap(([entity, own]) => {
    const columns = own.flatMap(({ column }) => column ?? [])
    return inParts(columns.length > 0 ? columns : [undefined]).map((part) => ({
      entity,
      columns: part.filter((column) => column !== undefined),
    }))
  })

/** A server answers a hundred at once. */
const AT_ONCE = 100

const inParts = <T>(all: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, part) => all.slice(part * AT_ONCE, (part + 1) * AT_ONCE))

const refusalOf = (refused: readonly RefusedTable[], table: string, column: string | undefined) =>
  refused.find(
    ({ entity, columns }) =>
      entity === table && (columns.length === 0 || (column !== undefined && columns.includes(column))),
  )

/** Missing objects that the account may not read say so: it is not gone. */
export const withRefusals = (
  objects: readonly MissingObject[],
  refused: readonly RefusedTable[],
): readonly MissingObject[] =>
  objects.map((missing) => {
    const refusal = refusalOf(refused, missing.table, missing.column)
    if (!refusal) return missing
    // A similar name is no new name of a table that is still there.
    const { suggestion: _suggestion, ...kept } = missing
    return { ...kept, refusal: refusal.error }
  })

/** The same for a problem of a step or of the source. */
export function refusedInstead(problem: StepProblem, refused: readonly RefusedTable[]): StepProblem {
  if (problem.kind !== 'no-such-other-stream' && problem.kind !== 'no-such-column') return problem
  const refusal = refusalOf(refused, problem.stream, problem.kind === 'no-such-column' ? problem.column : undefined)
  if (!refusal) return problem
  const { message, sentence } = refusal.error
  return defined({ kind: 'refused', at: problem.at, message, sentence })
}

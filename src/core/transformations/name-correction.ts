import { nearestName } from '../catalog/nearest-name.ts'
import type { StepProblem } from '../catalog/transformations/transformation-problem.ts'
import { withNameInSql } from './sql-names.ts'

/** A name that does not exist, and the most similar existing one. */
export interface NameCorrection {
  readonly wrong: string
  readonly right: string
}

/** For a problem with an unknown name; the columns are the step's input. */
export function findNameCorrection(problem: StepProblem, columns: readonly string[] = []): NameCorrection | undefined {
  switch (problem.kind) {
    case 'no-such-column':
      return problem.nearest === undefined ? undefined : { wrong: problem.column, right: problem.nearest }
    case 'no-such-stream':
    case 'no-such-other-stream':
      return problem.nearest === undefined ? undefined : { wrong: problem.stream, right: problem.nearest }
    case 'refused': {
      const named = quoted(`${problem.message} ${problem.hint ?? ''}`)
      const wrong = named.find((name) => !columns.includes(name))
      const right = named.find((name) => columns.includes(name)) ?? (wrong && nearestName(wrong, columns))
      return wrong === undefined || right === undefined ? undefined : { wrong, right }
    }
    default:
      return undefined
  }
}

const quoted = (text: string): readonly string[] =>
  [...text.matchAll(/["“„'`‘]([^"“”„'`‘’]+)["“”'`’]/g)].flatMap(([, name]) => name ?? [])

/** The value of a setting with the right name instead of the wrong one, as the name itself or in SQL. */
export function withNameCorrected(value: unknown, { wrong, right }: NameCorrection): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => withNameCorrected(item, { wrong, right }))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, withNameCorrected(item, { wrong, right })]),
    )
  }
  if (typeof value !== 'string') return value
  if (value === wrong) return right
  return withNameInSql(value, wrong, right)
}

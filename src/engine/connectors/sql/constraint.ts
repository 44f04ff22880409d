import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import type { RejectedRow } from '../../ports/rejected-row.ts'

/** A constraint of a table that a row can break. */
export interface Constraint {
  readonly kind: 'filled' | 'check' | 'unique' | 'foreign'
  readonly name: string
  /** The columns that it is about. */
  readonly columns: readonly string[]
  /** For `unique`: the values that must differ, as SQL. */
  readonly expressions: readonly string[]
  /** As SQL: the condition of a check; for `unique`, the rows that it is about, null for all. */
  readonly definition: string | null
  /** For `unique`: whether two missing values are equal. */
  readonly nullsAreEqual: boolean
  /** For `foreign`: where the values must exist. */
  readonly referred: {
    readonly name: string
    readonly schema: string
    readonly table: string
    readonly columns: readonly string[]
    readonly isItself: boolean
  } | null
}

/** What a row that breaks it is told. */
function ruleOf({ kind, name, definition, referred }: Constraint): Sentence {
  switch (kind) {
    case 'filled':
      return sentence`must have a value`
    case 'check':
      return sentence`does not pass the check "${name}": ${definition ?? ''}`
    case 'unique':
      return sentence`must be unique (${name}): an earlier row has the same value`
    case 'foreign':
      return sentence`must exist in ${referred?.name ?? ''}`
  }
}

/** How rows that break a constraint are reported. @returns a function that takes the number of the constraint */
export const reporting =
  (constraints: readonly Constraint[], reject: (row: RejectedRow) => void) =>
  (which: unknown, row: Pick<RejectedRow, 'row' | 'fields' | 'isOutdated'>): void => {
    const constraint = constraints[Number(which)]
    if (constraint) reject({ ...row, column: constraint.columns.join(', '), rule: ruleOf(constraint) })
  }

/** Staged rows, in the dialect of a system. */
export interface StagedPlaces {
  /** As SQL. */
  readonly staging: string
  /** Whether the rows of the target stay. */
  readonly keepsRows: boolean
  /** What each of them is found by again, as SQL. */
  readonly place: string
  readonly quote: (name: string) => string
}

/** Queries for the places of the staged rows that break a constraint. @param unequal those for values that must differ */
export function placesOf(
  { kind, columns, definition, referred }: Constraint,
  { staging, keepsRows, place, quote }: StagedPlaces,
  unequal: () => readonly string[],
): readonly string[] {
  const from = `SELECT coming.${place} AS place FROM ${staging} coming WHERE`
  switch (kind) {
    case 'filled':
      return [`${from} ${columns.map(quote).join()} IS NULL`]
    case 'check':
      return [`SELECT ${place} AS place FROM ${staging} WHERE NOT (${definition})`]
    case 'foreign': {
      if (!referred) return []
      const own = columns.map((name) => `coming.${quote(name)}`)
      const areEqual = referred.columns.map((name, at) => `there.${quote(name)} = ${own[at]}`).join(' AND ')
      const other = `${quote(referred.schema)}.${quote(referred.table)}`
      const places = [...(referred.isItself ? [staging] : []), ...(referred.isItself && !keepsRows ? [] : [other])]
      const isMissing = places.map((there) => `NOT EXISTS (SELECT 1 FROM ${there} there WHERE ${areEqual})`)
      return [`${from} ${[...own.map((name) => `${name} IS NOT NULL`), ...isMissing].join(' AND ')}`]
    }
    case 'unique':
      return unequal()
  }
}

/** Rows can only get into a table after the rows that they refer to, so removing some may leave others without. */
const ROUNDS = 10

/** Removes rows until no more are found. @returns their number */
export async function inRounds(removeOnce: () => Promise<number>): Promise<number> {
  let removed = 0
  for (let round = 0; round < ROUNDS; round++) {
    const now = await removeOnce()
    removed += now
    if (now === 0) break
  }
  return removed
}

import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'

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
export function ruleOf({ kind, name, definition, referred }: Constraint): Sentence {
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

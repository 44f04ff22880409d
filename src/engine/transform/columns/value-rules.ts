import { defined } from '../../../core/catalog/defined.ts'
import type { Sentence } from '../../../core/catalog/sentence.ts'
import { quoteText } from '../duckdb/quote-sql.ts'

/** A rule for values, so that nothing is changed silently. */
export interface ValueRule {
  readonly column: string
  /** Completes "the value …". */
  readonly rule: Sentence
  /** The step with the rule. */
  readonly node?: string
}

export interface BrokenRule extends ValueRule {
  /** The original number of the row, from 1; absent if rows were combined before. */
  readonly row?: number
}

const MARK = 'millrace value'

/** Rules as SQL that fails: the statement contains only numbers, so that no name of a column or step gets into an error in another way. */
export class ValueRules {
  readonly #rules: ValueRule[] = []

  /** @param row SQL for the row's number. @returns SQL for an expression that ends the query */
  fail(rule: ValueRule, row: string | undefined): string {
    const index = this.#rules.push(rule) - 1
    return `error(${quoteText(`${MARK} ${index} `)}${row === undefined ? '' : ` || ${row}`})`
  }

  /** The rule that ended a query; nothing if it ended for another reason. */
  broken(message: string): BrokenRule | undefined {
    const [, index, row] = new RegExp(`${MARK} (\\d+) (\\d*)`).exec(message) ?? []
    const rule = this.#rules[Number(index)]
    return rule && { ...rule, ...defined({ row: row !== undefined && row !== '' ? Number(row) : undefined }) }
  }
}

import type { Sentence } from '../../../core/catalog/sentence.ts'
import { quoteText } from '../duckdb/quote-sql.ts'

/** What a value has to keep to, so that nothing is changed silently. */
export interface ValueRule {
  readonly column: string
  /** Completes "the value …". */
  readonly rule: Sentence
  /** The step that set the rule. */
  readonly node?: string
}

export interface BrokenRule extends ValueRule {
  /** As it was read, from 1; absent where rows were put together before. */
  readonly row?: number
}

const MARK = 'millrace value'

/** Rules as SQL that fails: the statement carries numbers only, so no name of a column or step gets into an error by another way. */
export class ValueRules {
  readonly #rules: ValueRule[] = []

  /** @param row SQL of the row's number. @returns SQL of an expression that ends the query */
  fail(rule: ValueRule, row: string | undefined): string {
    const index = this.#rules.push(rule) - 1
    return `error(${quoteText(`${MARK} ${index} `)}${row === undefined ? '' : ` || ${row}`})`
  }

  /** The rule that ended a query; nothing when it ended for another reason. */
  broken(message: string): BrokenRule | undefined {
    const [, index, row] = new RegExp(`${MARK} (\\d+) (\\d*)`).exec(message) ?? []
    const rule = this.#rules[Number(index)]
    return rule && { ...rule, ...(row !== undefined && row !== '' && { row: Number(row) }) }
  }
}

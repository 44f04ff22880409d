import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import type { Refusal } from '../../ports/source.ts'

export interface Refused {
  readonly account: string
  readonly entity: string
  /** None: the whole table. */
  readonly columns: readonly string[]
  /** The server says the same of what does not exist. */
  readonly isPerhapsMissing?: boolean
}

/** The problem of an account that may not read what a flow needs. */
export function refusalOf({ account, entity, columns, isPerhapsMissing = false }: Refused): Refusal {
  const refusal: Sentence =
    columns.length > 0
      ? sentence`The account ${account} may not read ${columns.join(', ')} of ${entity}.`
      : sentence`The account ${account} may not read ${entity}.`
  return {
    columns,
    problem: {
      code: 'PERMISSION_MISSING',
      message: isPerhapsMissing
        ? sentence`${refusal} The server does not tell such an account whether this exists.`
        : refusal,
      hint: sentence`Let the administrator of the source grant it SELECT.`,
      refused: { table: entity, columns },
      retryable: false,
    },
  }
}

import { type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'

/** Rows are put in place by their key. @param hint with the statement that helps */
export const keyRequired = (target: string, key: readonly string[], hint: Sentence) =>
  new ConnectorError({
    code: 'KEY_REQUIRED',
    message: sentence`${target} has no unique index on ${key.join(', ')}, by which a mirror finds its rows.`,
    hint,
  })

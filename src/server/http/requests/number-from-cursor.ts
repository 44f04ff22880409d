import { sentence } from '../../../core/catalog/sentence.ts'
import { invalid } from '../../domain/request-error.ts'

/** The last id of the previous page. @throws RequestError invalid */
export function numberFromCursor(cursor: string): number {
  const id = Number(cursor)
  if (!Number.isSafeInteger(id)) throw invalid(sentence`cursor is not one that this call gave out`, 'cursor')
  return id
}

import { sentence } from '../../../core/catalog/sentence.ts'
import { invalid } from '../../domain/request-error.ts'

/** The last id of the previous page, or its last version, which has a largest number. @throws RequestError invalid */
export function numberFromCursor(cursor: string, largest = Number.MAX_SAFE_INTEGER): number {
  const id = Number(cursor)
  if (!Number.isSafeInteger(id) || id < 0 || id > largest)
    throw invalid(sentence`cursor is not one that this call gave out`, 'cursor')
  return id
}

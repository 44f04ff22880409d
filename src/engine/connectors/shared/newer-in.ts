import type { KeptNewer } from '../../ports/target-request.ts'

/**
 * By what a table tells that its rows are newer. A column that it gets now says nothing about their age.
 * @param known the columns that it has. @returns nothing if no row is kept
 */
export function newerIn(keepsNewer: KeptNewer | undefined, known: readonly string[]): KeptNewer | undefined {
  if (keepsNewer?.cursor !== undefined && known.includes(keepsNewer.cursor)) return keepsNewer
  return keepsNewer && !keepsNewer.updatesAsOld ? {} : undefined
}

import { transformationTypeOf } from './transformation-types.ts'

/** Whether the rows after the steps of a stream are new rows, so that none of them was left out. */
export const combinesRows = (
  steps: readonly { readonly type: string; readonly stream?: unknown }[],
  entity: string,
): boolean =>
  steps.some(
    ({ type, stream }) =>
      (stream === undefined || stream === null || stream === entity) &&
      transformationTypeOf(type)?.rowsAfter === 'other',
  )

import type { ColumnOrigin } from '../../../core/catalog/assistants/withheld-columns.ts'

/** From which columns of the source the rows of a table are made that a run keeps. Nothing: nobody knows. */
export type OriginsOf = (entity: string) => readonly ColumnOrigin[] | undefined

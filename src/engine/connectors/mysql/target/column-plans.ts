import type { PlannedColumn } from '../../../ports/destination.ts'
import type { SourceColumn } from '../../../ports/source.ts'
import type { TargetRequest } from '../../../ports/target-request.ts'
import { fitNotes } from '../../shared/fit-notes.ts'
import type { Table } from '../schema/describe-tables.ts'
import { ignoredBy } from '../schema/ignored-by.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { valueTypeOf } from '../schema/value-type-of.ts'

/** With steps, rows come in common text, which has no date such as 0000-00-00. */
export const isReadAsNull = ({ computed }: TargetRequest, { mayBeReadAsNull }: SourceColumn): boolean =>
  computed !== undefined && mayBeReadAsNull === true

export const plannedColumn = (
  { name, value, nullable }: SourceColumn,
  type: string,
  isNullable: boolean,
): PlannedColumn => ({
  name,
  type,
  notes: fitNotes({ value, nullable }, { value: valueTypeOf(type), nullable: isNullable || !nullable }),
})

/** A definition without the part after the type. */
export const spelledType = (definition: string): string => definition.replace(/( collate \w+)?( (NOT )?NULL.*)?$/, '')

/** The definition of the column for marks, if it is missing; its times are UTC. */
export const markOf = ({ vanished }: TargetRequest): readonly string[] =>
  vanished?.column === undefined ? [] : [`${quoteIdentifier(vanished.column)} ${MARK_TYPE} NULL DEFAULT NULL`]

const MARK_TYPE = 'datetime(6)'

/** Of texts; there is only one of each label of an enum. */
export const collationOf = (own: Table['columns'][number] | undefined): string | undefined =>
  own && IS_TEXT.test(own.type) ? own.collation : undefined

export const IS_TEXT = /^(char|varchar|(tiny|medium|long)?text)\b/

export const ignoredIn = (collation: string | undefined) => (collation === undefined ? undefined : ignoredBy(collation))

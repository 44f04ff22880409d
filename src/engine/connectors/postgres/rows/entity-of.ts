import { sentence } from '../../../../core/catalog/sentence.ts'
import type { SourceColumn, SourceEntity } from '../../../ports/source.ts'
import { behindDomains, valueOfColumn } from '../schema/base-type.ts'
import type { Relation, RelationColumn } from '../schema/describe-relations.ts'
import { entityName } from '../schema/relation-name.ts'
import { hasNativeText } from './copy-statement.ts'

/** A relation in the form of the port. */
export const entityOf = (relation: Relation): SourceEntity => ({
  name: entityName(relation),
  kind: relation.kind,
  columns: relation.columns.map(columnOf),
  ...(relation.estimatedRows !== null && {
    estimatedRows: relation.estimatedRows,
  }),
  ...(relation.bytes !== null && { bytes: relation.bytes }),
  ...(relation.isFiltered && {
    warning: sentence`Row security may hide rows of this table from the account; only what it sees is moved.`,
  }),
})

const columnOf = ({
  name,
  type,
  nullable,
  keyPosition,
  generated,
  ownTypes,
  currency,
}: RelationColumn): SourceColumn => ({
  name,
  type,
  value: valueOfColumn({ type, ...(ownTypes && { ownTypes }), ...(currency && { currency }) }),
  nullable,
  ...(hasNativeText(behindDomains({ type, ...(ownTypes && { ownTypes }) })) && { hasNativeText: true }),
  ...(keyPosition !== null && { keyPosition }),
  ...(generated !== null && { generated: true, expression: generated }),
  ...(ownTypes && { ownTypes }),
  ...(currency && { currency }),
  ...(/^(.*\.)?citext$/.test(type) && { ignores: sentence`upper and lower case (citext)` }),
})

import type { StructureKind } from '../../../../core/catalog/runs/structure-objects.ts'
import { type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import type { LeftPart } from '../../../ports/table-structure.ts'
import { entityName, type RelationName } from '../schema/relation-name.ts'

export interface ReadLeft {
  readonly kind: StructureKind
  readonly name: string
  readonly table: RelationName | null
}

const REASONS: Partial<Record<StructureKind, Sentence>> = {
  trigger: sentence`Triggers do not come, because they may change rows.`,
  rule: sentence`Rules do not come, because they may change rows.`,
  policy: sentence`Row security does not come, because roles may be others.`,
  partitions: sentence`The table comes without partitions and inheritance.`,
  statistics: sentence`Extended statistics do not come.`,
  setting: sentence`Settings of storage, tablespace and replication do not come.`,
  function: sentence`Functions and procedures do not come.`,
  sequence: sentence`No default of a moved table takes its numbers from it.`,
  type: sentence`No moved column has this type.`,
}

export const leftPart = ({ kind, name, table }: ReadLeft): LeftPart => ({
  ...{ kind, name, columns: [], reason: REASONS[kind] ?? sentence`It does not come.` },
  ...(table && { table: entityName(table) }),
})

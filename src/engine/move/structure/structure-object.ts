import { defined } from '../../../core/catalog/defined.ts'
import type { StructureKind, StructureState } from '../../../core/catalog/runs/structure-objects.ts'
import type { Sentence } from '../../../core/catalog/sentence.ts'
import type { OmittedPart, StructurePart } from '../../ports/table-structure.ts'

/** One line of the report about structure: an object and its state. */
export interface StructureObject {
  readonly kind: StructureKind
  /** In the target's notation, or in the source's if it has no place there. Absent: it belongs to no table. */
  readonly table?: string
  /** Empty if there is one of this kind per table. */
  readonly name: string
  /** What distinguishes it for people: columns, a value. */
  readonly detail?: string
  readonly state: StructureState
  /** Why it is not built. */
  readonly reason?: Sentence
}

/** The part as a line of the report. */
export function structureObject(
  part: StructurePart | OmittedPart,
  state: StructureState,
  reason?: Sentence,
): StructureObject {
  const { kind, table, name } = part
  const detail = detailOf(part)
  return defined({ kind, name, state, table, detail, reason })
}

/** The longest text of an object that the report repeats. */
const SHOWN = 200

function detailOf(part: StructurePart | OmittedPart): string | undefined {
  const text = 'reason' in part ? part.columns.join(', ') : textOf(part)
  if (text === '') return undefined
  return text.length > SHOWN ? `${text.slice(0, SHOWN).toWellFormed()}…` : text
}

function textOf(part: StructurePart): string {
  switch (part.kind) {
    case 'index':
    case 'unique':
    case 'primary_key':
      return part.elements.map(({ column, sql }) => column ?? sql ?? '').join(', ')
    case 'foreign_key':
      return `${part.columns.join(', ')} → ${part.referred.table} (${part.referred.columns.join(', ')})`
    case 'check':
    case 'exclusion':
      return part.condition.sql
    case 'collation':
      return part.collation.sql
    case 'sequence':
      return part.sequence.name
    case 'default':
      return defaultText(part.value)
    case 'values':
      return part.values.join(', ')
    case 'comment':
      return part.text
    default:
      return ''
  }
}

function defaultText(value: Extract<StructurePart, { kind: 'default' }>['value']): string {
  switch (value.kind) {
    case 'literal':
      return value.text
    case 'now':
      return 'CURRENT_TIMESTAMP'
    case 'sql':
      return value.sql
    case 'next':
      return value.sequence.name
  }
}

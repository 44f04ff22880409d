import { defined } from '../../../../core/catalog/defined.ts'
import type { StructureKind } from '../../../../core/catalog/runs/structure-objects.ts'
import { type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import type { OmittedPart } from '../../../ports/table-structure.ts'
import { entityName, type RelationName } from '../schema/relation-name.ts'

export interface ReadOmitted {
  readonly what: keyof typeof REASONS
  readonly name: string
  readonly table: RelationName | null
  /** What the reason repeats. */
  readonly details: readonly string[] | null
}

/** The whole of `details` is a list. */
type Reason = readonly [StructureKind, Sentence | ((first: string, ...rest: readonly string[]) => Sentence)]

const REASONS = {
  trigger: ['trigger', sentence`Triggers do not come, because they may change rows.`],
  event_trigger: ['trigger', sentence`Triggers of the database do not come.`],
  rule: ['rule', sentence`Rules do not come, because they may change rows.`],
  policy: ['policy', sentence`Row security does not come, because roles may be others.`],
  partitions: ['partitions', partitioned],
  inheritance: ['partitions', sentence`The table comes without partitions and inheritance.`],
  statistics: ['statistics', sentence`Extended statistics do not come.`],
  setting: ['setting', (settings) => sentence`These settings do not come: ${settings}.`],
  foreign_table: [
    'setting',
    (server) =>
      sentence`At the source its rows are in the foreign server ${server}. It comes as a table with its rows.`,
  ],
  function: ['function', sentence`Functions and procedures do not come.`],
  sequence: ['sequence', sentence`No default of a moved table takes its numbers from it.`],
  type: ['type', sentence`No moved column has this type.`],
  view_default: ['default', sentence`Defaults of columns of views do not come.`],
  grants: ['grants', (grants) => sentence`Rights do not come, because roles may be others: ${grants}.`],
  default_grants: ['grants', sentence`Rights that new objects get by default do not come.`],
  comment: [
    'comment',
    (text) => sentence`Comments on schemas, sequences, types and required values do not come: ${text}`,
  ],
  extension: ['extension', sentence`No run installs extensions. What needs it comes if the destination has it.`],
  publication: ['publication', sentence`Publications do not come.`],
  not_null: ['not_null', sentence`It is checked for all rows, and by tables that inherit it; not so at the source.`],
  unknown: ['object', sentence`This version of Millrace does not know its kind.`],
  server: ['object', sentence`Foreign servers do not come.`],
  object: ['object', sentence`Operators, collations and text search do not come.`],
} as const satisfies Readonly<Record<string, Reason>>

function partitioned(count: string, first = '', last = ''): Sentence {
  if (first === last)
    return sentence`The table comes without its partition ${first}, and without the indexes and keys that only this has.`
  return sentence`The table comes without its ${Number(count)} partitions, from ${first} to ${last}, and without the indexes and keys that only they have.`
}

export function omittedPart({ what, name, table, details }: ReadOmitted): OmittedPart {
  const [kind, reason]: Reason = REASONS[what]
  const [first = '', ...rest] = details ?? []
  return defined({
    kind,
    name,
    columns: [],
    reason: typeof reason === 'function' ? reason(first, ...rest) : reason,
    table: table ? entityName(table) : undefined,
  })
}

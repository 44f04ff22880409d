import { defined } from '../../../../core/catalog/defined.ts'
import { sentence } from '../../../../core/catalog/sentence.ts'
import type {
  DefaultPart,
  NeededObject,
  OmittedPart,
  SequencePart,
  StructurePart,
} from '../../../ports/table-structure.ts'
import { entityName, type RelationName } from '../schema/relation-name.ts'

/** A column as the catalogue describes it; `default` is absent for computed ones. */
export interface ReadColumn {
  readonly table: RelationName
  readonly name: string
  readonly identity: '' | 'a' | 'd'
  readonly default: string | null
  readonly needs: readonly NeededObject[]
  readonly collation: (NeededObject & { readonly sql: string }) | null
  readonly comment: string | null
  /** The domain of the column, if only the domain has a default. */
  readonly domainWithDefault: string | null
  readonly sequence: ReadSequence | null
  /** It is computed when it is read. */
  readonly isVirtual: boolean
  /** Of storage and statistics; empty if they are the usual ones. */
  readonly setting: string
}

interface ReadSequence extends RelationName {
  readonly type: string
  readonly start: string
  readonly increment: string
  readonly least: string
  readonly largest: string
  readonly cache: string
  readonly cycles: boolean
  readonly isOwned: boolean
  readonly last: string | null
}

interface ReadParts {
  readonly parts: readonly StructurePart[]
  readonly left: readonly OmittedPart[]
}

const VIRTUAL = sentence`The source computes the column when it is read; the destination stores it.`

export function columnParts(column: ReadColumn): ReadParts {
  const { name, collation, comment, setting, identity, sequence } = column
  const own = { table: entityName(column.table), name, columns: [name] }
  const isIdentity = identity !== '' && sequence !== null
  return {
    parts: [
      ...(collation ? [{ ...own, kind: 'collation' as const, collation }] : []),
      ...(isIdentity
        ? [
            {
              ...own,
              kind: 'identity' as const,
              isAlways: identity === 'a',
              sequence: nameOf(sequence, column.table),
              rules: rulesOf(sequence),
            },
          ]
        : defaultParts(column, own)),
      ...(comment === null ? [] : [{ ...own, kind: 'comment' as const, on: 'table' as const, text: comment }]),
    ],
    left: [
      ...(setting === ''
        ? []
        : [{ ...own, kind: 'setting' as const, reason: sentence`These settings do not come: ${setting}.` }]),
      ...(column.domainWithDefault === null
        ? []
        : [
            {
              ...own,
              kind: 'default' as const,
              reason: sentence`The default of its domain ${column.domainWithDefault} does not come.`,
            },
          ]),
      ...(column.isVirtual ? [{ ...own, kind: 'setting' as const, reason: VIRTUAL }] : []),
    ],
  }
}

/** The whole of a default that is the next number of a sequence. */
const NEXT = /^(?:pg_catalog\.)?nextval\('(?:[^']|'')+'::regclass\)$/

function defaultParts(
  column: ReadColumn,
  own: Pick<DefaultPart, 'table' | 'name' | 'columns'>,
): readonly (DefaultPart | SequencePart)[] {
  const { sequence, needs } = column
  if (column.default === null) return []
  const sql = { kind: 'sql' as const, sql: column.default, needs }
  if (!sequence) return [{ ...own, kind: 'default', value: sql }]
  const { type, isOwned } = sequence
  const takes = { sequence: nameOf(sequence, column.table), rules: { ...rulesOf(sequence), type }, isOwned }
  if (!NEXT.test(column.default)) return [{ ...own, kind: 'default', value: { ...sql, takes } }]
  return [
    { ...own, kind: 'sequence', ...takes },
    { ...own, kind: 'default', value: { kind: 'next', sequence: takes.sequence } },
  ]
}

const nameOf = ({ schema, name }: RelationName, table: RelationName) => ({
  name,
  ...defined({ schema: schema !== table.schema ? schema : undefined }),
})

const rulesOf = ({ start, increment, least, largest, cache, cycles, last }: ReadSequence) => ({
  start,
  increment,
  least,
  largest,
  cache,
  cycles,
  ...defined({ last: last ?? undefined }),
})

import type { ConnectionType } from '../../core/catalog/connections/connection-types.ts'
import type { StructureKind } from '../../core/catalog/runs/structure-objects.ts'
import type { Sentence } from '../../core/catalog/sentence.ts'

/** An object that a part needs and that is not moved: `address` finds it in another database of the same system. */
export interface NeededObject {
  /** For people: `function public.last_updated()`. */
  readonly name: string
  /** What `pg_get_object_address` accepts: type, names, arguments. */
  readonly address: readonly [string, readonly string[], readonly string[]]
}

/** A text in the SQL of the source's system. It names columns as the source does, so it comes only where they keep their names. */
export interface StructureSql {
  readonly sql: string
  readonly needs: readonly NeededObject[]
  /** It is in the SQL of the destination already. */
  readonly isOwn?: true
}

interface Part {
  /** The table with its name in the source's notation; the engine replaces it by that of the target. */
  readonly table: string
  /** The columns of the table without which the part means nothing. */
  readonly columns: readonly string[]
  /** The name of the object; of a column for parts of a column. */
  readonly name: string
}

export interface CollationPart extends Part {
  readonly kind: 'collation'
  readonly collation: NeededObject & { readonly sql: string }
}

export type DefaultValue =
  /** A constant as common text. */
  | { readonly kind: 'literal'; readonly text: string }
  /** The time of the insertion, with this number of digits after the second. */
  | { readonly kind: 'now'; readonly precision: number | undefined }
  /** `takes`: the sequence from which its SQL takes a number among others. */
  | ({ readonly kind: 'sql'; readonly takes?: TakenSequence } & StructureSql)
  /** The next number of a sequence that is a part too. */
  | { readonly kind: 'next'; readonly sequence: SequenceName }

export interface DefaultPart extends Part {
  readonly kind: 'default'
  readonly value: DefaultValue
}

/** `schema` absent: that of the table. */
export interface SequenceName {
  readonly schema?: string
  readonly name: string
}

export interface SequenceRules {
  readonly start: string
  readonly increment: string
  readonly least?: string
  readonly largest?: string
  readonly cache: string
  readonly cycles: boolean
  /** The last number that it gave. Absent: none, or it may not be read. */
  readonly last?: string
}

export interface TakenSequence {
  readonly sequence: SequenceName
  readonly rules: SequenceRules & { readonly type: string }
  /** It is dropped with the column. */
  readonly isOwned: boolean
}

/** A sequence from which the default of a column takes its numbers. */
export interface SequencePart extends Part, TakenSequence {
  readonly kind: 'sequence'
}

/** The column numbers its rows itself. */
export interface IdentityPart extends Part {
  readonly kind: 'identity'
  /** Inserted values are refused. */
  readonly isAlways: boolean
  /** Of a type that is wider than 64 bits with a sign. */
  readonly isWide?: true
  /** Absent: the destination chooses. */
  readonly sequence?: SequenceName
  readonly rules: SequenceRules
}

/** The column gets the time of every change of its row. */
export interface OnUpdatePart extends Part {
  readonly kind: 'on_update'
  readonly precision: number | undefined
}

/** The column has only these texts. */
export interface ValuesPart extends Part {
  readonly kind: 'values'
  readonly values: readonly string[]
  /** Several of them at once. */
  readonly areCombined?: true
}

export interface CheckPart extends Part {
  readonly kind: 'check'
  readonly condition: StructureSql
  /** If the server has named it after its table: what tells it from other checks of the table. */
  readonly unnamed?: string
  readonly isChecked: boolean
  /** `false`: the server does not look at it, not even at new rows. Absent: it does. */
  readonly isEnforced?: boolean
  readonly isInherited: boolean
  readonly comment?: string
}

/** No two rows may overlap; `condition` is its definition, from the index method on. */
export interface ExclusionPart extends Part {
  readonly kind: 'exclusion'
  readonly condition: StructureSql
  readonly comment?: string
}

/** A required value, where it has a name that is not the usual one. */
export interface NotNullPart extends Part {
  readonly kind: 'not_null'
}

export interface IndexElement {
  /** Either a column or an expression. */
  readonly column?: string
  readonly sql?: string
  readonly collation?: string
  readonly operatorClass?: string
  readonly isDescending?: boolean
  /** Absent: as the system does by default. */
  readonly nullsFirst?: boolean
  /** Only this many characters are in the index. */
  readonly prefix?: number
}

interface IndexLike extends Part {
  readonly elements: readonly IndexElement[]
  /** `btree`, `gin`, `fulltext` … */
  readonly method: string
  readonly included: readonly string[]
  readonly condition?: StructureSql
  /** What its expressions, operator classes and collations need. */
  readonly needs: readonly NeededObject[]
  readonly nullsAreEqual?: boolean
  readonly options: readonly string[]
  /** The server keeps it and does not use it for queries. */
  readonly isHidden?: true
  readonly comment?: string
}

export interface IndexPart extends IndexLike {
  readonly kind: 'index'
  readonly isUnique: boolean
}

/** A unique constraint, or the primary key. */
export interface UniquePart extends IndexLike {
  readonly kind: 'unique' | 'primary_key'
  readonly deferral: 'none' | 'deferrable' | 'deferred'
}

/** What happens to rows of the table when the row they point to changes, in SQL: `NO ACTION`, `CASCADE` … */
export interface ForeignKeyPart extends Part {
  readonly kind: 'foreign_key'
  readonly referred: { readonly table: string; readonly columns: readonly string[] }
  readonly onUpdate: string
  readonly onDelete: string
  /** Of `SET NULL (…)`. */
  readonly setColumns: readonly string[]
  readonly isFull: boolean
  readonly deferral: 'none' | 'deferrable' | 'deferred'
  readonly isChecked: boolean
  /** `false`: the server looks at no row. Absent: it does. */
  readonly isEnforced?: boolean
  readonly comment?: string
}

/** A view. `table` is its own name. */
export interface ViewPart extends Part {
  readonly kind: 'view' | 'materialized_view'
  readonly query: StructureSql
  /** Names of its columns. Absent: those of its query. */
  readonly names?: readonly string[]
  /** Tables and views, with the columns that it reads. */
  readonly reads: readonly { readonly table: string; readonly columns: readonly string[] }[]
  readonly options: readonly string[]
  /** Of the session that creates it: the collation of the texts in its query. */
  readonly collation?: string
  /** The account with whose rights it is read, as a dump names it. */
  readonly definer?: string
  /** A materialized view that is filled. */
  readonly isFilled?: boolean
}

/** A comment on the table or the view (`name` is empty) or on its column `name`. */
export interface CommentPart extends Part {
  readonly kind: 'comment'
  readonly on: 'table' | 'view' | 'materialized_view'
  readonly text: string
}

/** An object that never comes, with the reason. `table` is absent if it belongs to none. */
export interface OmittedPart extends Omit<Part, 'table'> {
  readonly kind: StructureKind
  readonly table?: string
  readonly reason: Sentence
}

export type StructurePart =
  | CollationPart
  | DefaultPart
  | SequencePart
  | IdentityPart
  | OnUpdatePart
  | ValuesPart
  | CheckPart
  | ExclusionPart
  | NotNullPart
  | IndexPart
  | UniquePart
  | ForeignKeyPart
  | ViewPart
  | CommentPart

/** What the catalogue of a source says about tables, in its own names and order. */
export interface DatabaseStructure {
  /** The system of its SQL. */
  readonly system: ConnectionType
  readonly parts: readonly StructurePart[]
  readonly left: readonly OmittedPart[]
  /** The accounts to which its tables and views belong, as a dump of the system names them; not those that views name themselves. */
  readonly owners: readonly string[]
}

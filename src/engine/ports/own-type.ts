/** A user-defined type of a database, as described by its catalog. Names are SQL, with their schema. */
export type OwnType = {
  readonly name: string
  readonly schema: string
  /** Names of the user-defined types that it consists of. */
  readonly needs: readonly string[]
  /** User-defined functions and operators that it calls, for example in a check. */
  readonly calls: readonly { readonly kind: 'function' | 'operator'; readonly name: string }[]
} & (
  | { readonly kind: 'enum'; readonly labels: readonly string[] }
  | DomainType
  | { readonly kind: 'composite'; readonly attributes: readonly Attribute[] }
  | RangeType
  // These are created together with the type that they need.
  | { readonly kind: 'array' | 'multirange' }
  // These cannot be created from the catalog's description: they belong to an extension, a table or a library.
  | { readonly kind: 'extension'; readonly extension: string }
  | { readonly kind: 'row' | 'base' }
)

interface DomainType {
  readonly kind: 'domain'
  readonly base: string
  readonly collation: string | null
  readonly isNotNull: boolean
  readonly checks: readonly { readonly name: string; readonly definition: string }[]
}

interface Attribute {
  readonly name: string
  readonly type: string
  readonly collation: string | null
}

interface RangeType {
  readonly kind: 'range'
  readonly subtype: string
  /** Without its arguments. */
  readonly difference: string | null
  readonly operatorClass: string
  readonly collation: string | null
  /** Absent before version 14. */
  readonly multirange: string | null
}

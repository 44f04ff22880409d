/** A type that somebody made in a database, as its catalog tells it. Names are SQL, with their schema. */
export type OwnType = {
  readonly name: string
  readonly schema: string
  /** Names of the types it is built of, as far as somebody made them too. */
  readonly needs: readonly string[]
  /** Functions and operators that somebody made and that it calls, such as in a check. */
  readonly calls: readonly { readonly kind: 'function' | 'operator'; readonly name: string }[]
} & (
  | { readonly kind: 'enum'; readonly labels: readonly string[] }
  | DomainType
  | { readonly kind: 'composite'; readonly attributes: readonly Attribute[] }
  | RangeType
  // These come with the type that they need.
  | { readonly kind: 'array' | 'multirange' }
  // These cannot be made from what the catalog tells: an extension brings them, a table or a library does.
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

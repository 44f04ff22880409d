/** What of the other system an error is about, so that a statement can be written for it in whatever language the server speaks. */
export interface ErrorObject {
  /** `login`: an account that may not sign in from an address. `server`: a right that belongs to no database. */
  readonly kind: ErrorObjectKind
  readonly name?: string
  /** Of a table: its schema, or in MySQL its database; absent if the server does not say it. */
  readonly schema?: string
  readonly columns?: readonly string[]
  /** What the account lacks; `OWNER` for what only the owner may do. Absent: what reading or writing needs. */
  readonly right?: string
  /** It does not exist, so that a right for it cannot be granted. */
  readonly missing?: boolean
  readonly address?: string
  readonly database?: string
  /** The kind of line in pg_hba.conf. */
  readonly link?: string
}

export const ERROR_OBJECT_KINDS = ['database', 'schema', 'table', 'account', 'login', 'server'] as const

export type ErrorObjectKind = (typeof ERROR_OBJECT_KINDS)[number]

/** When something was changed last, and by whom. */
export interface LastChange {
  /** A setting, or the id of a thing. */
  readonly of: string
  /** ISO 8601. */
  readonly at: string
  readonly by: { readonly uid: string; readonly name?: string }
}

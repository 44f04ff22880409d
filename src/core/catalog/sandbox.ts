/** Stand-ins on this machine answer in place of vendors, so that every type can be tested without an account. */
export interface Sandbox {
  /** The page with the data that the stand-ins received. */
  readonly page: string
  /** Values for forms, by type of integration or connection; a type without a row is real. */
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>
}

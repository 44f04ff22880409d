/** Stand-ins on this machine answer in place of vendors, so that every type can be tried without an account. */
export interface Sandbox {
  /** Where a person sees what the stand-ins were given. */
  readonly page: string
  /** What forms are filled with, by type of integration or connection; whatever has no row here is real. */
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>
}

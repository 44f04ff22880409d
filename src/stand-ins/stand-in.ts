/** A server on this machine that plays an outside system. It forgets everything when it stops, unless it is a database. */
export interface StandIn {
  /** By the name of the vendor whose address it takes. */
  readonly addresses: Readonly<Record<string, string>>
  /** The OAuth client that it knows. */
  readonly google?: { readonly clientId: string; readonly clientSecret: string }
  /** What an integration with it needs, and what connections need. */
  readonly credentials: Readonly<Record<string, unknown>>
  readonly config: Readonly<Record<string, unknown>>
  stop(): Promise<void>
}

/** The place of a stand-in that keeps its data. */
export interface StandInPlace {
  /** An absolute path; it may not exist yet. */
  readonly folder: string
}

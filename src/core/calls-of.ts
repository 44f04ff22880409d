/** What a table of makers comes to once each has what it needs. */
export type CallsOf<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends (deps: never) => infer Call ? Call : never
}

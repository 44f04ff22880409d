/** The calls of a table of factories after each has its dependencies. */
export type CallsOf<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends (deps: never) => infer Call ? Call : never
}

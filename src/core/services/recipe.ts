import type { Announce } from '../notices/announce.ts'
import type { Result } from '../result.ts'

/** How an entry of the container is created from others, once per container. */
export interface Recipe<Deps = never, T = unknown> {
  readonly needs: readonly string[]
  /** @param needed the entries that it needs. @param name of the created entry */
  readonly make: (needed: Deps, name: string) => T
}

export type Made<Row> = Row extends Recipe<never, infer T> ? T : never

/** Compiles only if the names are those of all parameters of the factory. */
type EnoughNames<Names extends readonly PropertyKey[], Needed> = [Needed] extends [Names[number]]
  ? unknown
  : { readonly missing: Exclude<Needed, Names[number]> }

type NamesOf<Deps> = Deps extends unknown ? keyof Deps : never

type UseCase<Input extends readonly unknown[], T> = (...input: Input) => Promise<Result<T>>

export interface Announcing {
  readonly announce: Announce
}

const recipe = <Deps, T>(made: Recipe<Deps, T>): Recipe<Deps, T> => made

export const made = <Deps, T, const Names extends readonly string[]>(
  make: (deps: Deps) => T,
  needs: Names & EnoughNames<Names, keyof Deps>,
) => recipe<{ readonly [Name in keyof Deps]: Deps[Name] }, T>({ needs, make: make as never })

/** A use case with notices: its name is the operation in the table of notices. */
export const announced = <Deps, Input extends readonly unknown[], T, const Names extends readonly string[]>(
  make: (deps: Deps) => UseCase<Input, T>,
  needs: Names & EnoughNames<Names, keyof Deps>,
) =>
  recipe<{ readonly [Name in keyof Deps]: Deps[Name] } & Announcing, UseCase<Input, T>>({
    needs: [...needs, 'announce'],
    make: (needed, name) => needed.announce(name, make(needed as never)),
  })

/** The same for every row of a table: each area lists its ports once. */
export function announcedAll<
  Table extends Readonly<Record<string, (deps: never) => UseCase<never[], unknown>>>,
  const Names extends readonly string[],
>(table: Table, needs: Names & EnoughNames<Names, NamesOf<Parameters<Table[keyof Table]>[0]>>) {
  const recipes = Object.entries(table).map(([name, make]) => [
    name,
    recipe<Announcing, UseCase<never[], unknown>>({
      needs: [...needs, 'announce'],
      make: (needed, operation) => needed.announce(operation, make(needed as never)),
    }),
  ])
  return Object.fromEntries(recipes) as {
    readonly [Row in keyof Table]: Recipe<
      { readonly [Name in keyof Parameters<Table[Row]>[0]]: Parameters<Table[Row]>[0][Name] } & Announcing,
      ReturnType<Table[Row]>
    >
  }
}

import type { Result } from '../core/result.ts'
import type { Graph, Name } from './graph.ts'

/** How an entry of the graph is created from others, once per container. */
export interface Recipe<T> {
  readonly needs: readonly Name[]
  /** @param needed the entries that it needs. @param name of the created entry */
  readonly make: (needed: Graph, name: string) => T
}

/** Compiles only if the names provide all parameters of the factory, each of the right type. */
type Enough<Names extends readonly Name[], Deps> =
  Pick<Graph, Names[number]> extends Deps ? unknown : { readonly missing: Exclude<keyof Deps, Names[number]> }

export const made = <Deps, T, const Names extends readonly Name[]>(
  make: (deps: Deps) => T,
  needs: Names & Enough<Names, Deps>,
): Recipe<T> => ({ needs, make: (needed) => make(needed as Deps) })

/** A use case with notices: its name is the operation in the table of notices. */
export const announced = <Deps, Input extends readonly unknown[], T, const Names extends readonly Name[]>(
  make: (deps: Deps) => (...input: Input) => Promise<Result<T>>,
  needs: Names & Enough<Names, Deps>,
): Recipe<(...input: Input) => Promise<Result<T>>> => ({
  needs: [...needs, 'announce'],
  make: (needed, name) => needed.announce(name, make(needed as Deps)),
})

/** The same for every row of a table: each area lists its ports once. */
export function announcedAll<
  Table extends Readonly<
    Record<string, (deps: Pick<Graph, Names[number]>) => (...input: never[]) => Promise<Result<unknown>>>
  >,
  const Names extends readonly Name[],
>(table: Table, needs: Names): { readonly [K in keyof Table]: Recipe<ReturnType<Table[K]>> } {
  const recipes = Object.entries(table).map(([name, make]) => [name, announced(make, needs)] as const)
  return Object.fromEntries(recipes) as { readonly [K in keyof Table]: Recipe<ReturnType<Table[K]>> }
}

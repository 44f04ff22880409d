import type { Bind } from 'inversify'

import { type Graph, token } from './token.ts'

type Name = keyof Graph

/** How one entry of the graph is made, and from which others. */
export interface Provision<T> {
  readonly needs: readonly Name[]
  /** Typed where the row is written; the container hands in exactly what `needs` names. */
  readonly make: (deps: never, name: string) => T
}

/** A service made from the named parts of the graph. */
export const plain = <T, const N extends Name>(
  make: (deps: Pick<Graph, N>) => T,
  ...needs: readonly N[]
): Provision<T> => ({
  needs,
  make,
})

type UseCase = (...input: never[]) => Promise<unknown>

/** The same for a use case whose outcome is told: the name of its row is the operation that the notices table knows. */
export const announced = <T extends UseCase, const N extends Name>(
  make: (deps: Pick<Graph, N>) => T,
  ...needs: readonly N[]
): Provision<T> => ({
  needs: [...needs, 'announce'],
  make: (deps: Pick<Graph, N | 'announce'>, name) => deps.announce(name, make(deps) as never) as unknown as T,
})

/** Binds `make`, called with its dependencies by name. Inversify sees the whole graph, so a hole or a cycle is named. */
export function provide<T>(bind: Bind, name: Name, { needs, make }: Provision<T>): void {
  bind(token(name) as symbol)
    .toResolvedValue(
      (...values: unknown[]) =>
        make(Object.fromEntries(needs.map((need, index) => [need, values[index]])) as never, name),
      needs.map((need) => token(need) as symbol),
    )
    .inSingletonScope()
}

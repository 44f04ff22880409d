import type { Graph } from './graph.ts'

/** Makes one entry of the graph, known there by this name, from others. */
export type Provision<T> = (graph: Graph, name: string) => T

type UseCase = (...input: never[]) => Promise<unknown>

/** A use case whose outcome is told: the name of its row is the operation that the notices table knows. */
export const announced =
  <T extends UseCase>(make: (graph: Graph) => T): Provision<T> =>
  (graph, name) =>
    graph.announce(name, make(graph) as never) as unknown as T

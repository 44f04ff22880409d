import type { Connection } from '../connections/connection.ts'
import type { Flow } from '../flows/flow.ts'

/** A shop, an empty warehouse and a flow between them, to test the product with. */
export interface SampleData {
  readonly connections: readonly Connection[]
  readonly flow: Flow
}

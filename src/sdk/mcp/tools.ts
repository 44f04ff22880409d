import { z } from 'zod/mini'
import { FOR_MODELS } from '../../contract/for-models.ts'
import { OPERATIONS, type Operation } from '../../contract/requests/operations.ts'
import type { RouteName } from '../../contract/routes.ts'

interface Schema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, unknown>>
  readonly required: readonly string[]
}

/** A tool as the Model Context Protocol lists it. */
export interface Tool {
  readonly name: string
  readonly description: string
  readonly inputSchema: Schema
  readonly annotations: { readonly readOnlyHint: boolean }
}

/** The only tool that writes rows: it needs a dry run that a person has approved. */
const WRITES: readonly RouteName[] = ['runApproved', 'proposeFlow']

/** The calls of which the tools are made, by name. */
export const TOOL_CALLS: ReadonlyMap<string, Operation> = new Map(
  FOR_MODELS.map((name) => [name, requiredOperation(name)]),
)

function requiredOperation(name: RouteName): Operation {
  const found = OPERATIONS.find((operation) => operation.name === name)
  if (!found) throw new Error(`there is no call ${name}`)
  return found
}

/** The names in a path; the organization is that of the key. */
export const pathNames = ({ path }: Operation): readonly string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name).filter((name) => name !== 'orgId')

/** One tool per call, with the names of its path, its query and its body as arguments. */
export const tools = (): readonly Tool[] =>
  [...TOOL_CALLS.values()].map((operation) => ({
    name: operation.name,
    description: operation.summary,
    inputSchema: inputOf(operation),
    annotations: { readOnlyHint: !WRITES.includes(operation.name) },
  }))

function inputOf(operation: Operation): Schema {
  const names = pathNames(operation)
  const inPath = Object.fromEntries(names.map((name) => [name, { type: 'string', format: 'uuid' }]))
  const query = operation.query ? schemaOf(operation.query) : undefined
  return {
    type: 'object',
    properties: { ...query?.properties, ...inPath, ...(operation.request && { body: schemaOf(operation.request) }) },
    required: [...names, ...(query?.required ?? []), ...(operation.request ? ['body'] : [])],
  }
}

const schemaOf = (schema: z.ZodMiniType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Partial<Schema>

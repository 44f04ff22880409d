import type { Operation } from '../../contract/operations.ts'
import type { RouteName } from '../../contract/routes.ts'
import { withoutQuotations } from '../../core/catalog/assistants/without-quotations.ts'
import type { Principal } from '../identity/principal.ts'

/** Calls whose messages are about names, settings and documents. A new call counts as one that may quote rows. */
const READS_NO_ROW: readonly RouteName[] = [
  'listConnections',
  'discoverConnection',
  'testConnection',
  'planStream',
  'planTargets',
  'planStructure',
  'proposeFlow',
]

/** Calls that the endpoint for assistants makes, whatever their key. */
export type CallsOfModels = Pick<WeakSet<Request>, 'has'>

export const isForModel = (principal: Principal | undefined, request: Request, calls: CallsOfModels): boolean =>
  principal?.service?.needsApproval === true || calls.has(request)

/** An answer without values that messages of databases quote. Their translatable form is left out: it has the same values. */
export const forModel = ({ name }: Pick<Operation, 'name'>, answer: unknown): unknown =>
  READS_NO_ROW.includes(name) || answer instanceof Response ? answer : quoteless(answer)

function quoteless(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(quoteless)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, own]) => {
      if (key === 'sentence' || key === 'hint_sentence') return []
      const isMessage = (key === 'message' || key === 'hint') && typeof own === 'string'
      return [[key, isMessage ? withoutQuotations(own) : quoteless(own)]]
    }),
  )
}

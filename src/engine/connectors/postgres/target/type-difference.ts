import type { OwnType } from '../../../ports/own-type.ts'
import { quoteLiteral } from '../schema/quote-identifier.ts'

/**
 * How a type of the destination differs from the source's type of the same name.
 * @returns nothing if it accepts every value unchanged. A default, the order of labels and additional labels change no value
 */
export function typeDifference(coming: OwnType, there: OwnType): string | undefined {
  if (coming.kind !== there.kind) return `is of the kind "${there.kind}" there and "${coming.kind}" at the source`
  const missing = missingLabels(coming, there)
  if (missing.length > 0)
    return `lacks the values ${missing.join(', ')} there (${missing.map((label) => `ALTER TYPE ${coming.name} ADD VALUE ${quoteLiteral(label)}`).join('; ')})`
  const [own, other] = [formOf(there), formOf(coming)]
  return own === other ? undefined : `is ${own} there and ${other} at the source`
}

/** The restrictions of a domain, which do not change an allowed value. */
export function ruleDifference(coming: OwnType, there: OwnType): string | undefined {
  const [own, other] = [rulesOf(there), rulesOf(coming)]
  return own === other ? undefined : `takes ${own} there and ${other} at the source`
}

const missingLabels = (coming: OwnType, there: OwnType): readonly string[] =>
  coming.kind === 'enum' && there.kind === 'enum' ? coming.labels.filter((label) => !there.labels.includes(label)) : []

function formOf(type: OwnType): string {
  switch (type.kind) {
    case 'domain':
      return [type.base, type.collation].filter((part) => part !== null).join(' COLLATE ')
    case 'composite':
      return `(${(type.attributes ?? []).map((own) => [`${own.name} ${own.type}`, own.collation].filter((part) => part !== null).join(' COLLATE ')).join(', ')})`
    case 'range':
      return `a range of ${[type.subtype, type.collation].filter((part) => part !== null).join(' COLLATE ')} in the order of ${type.operatorClass}`
    default:
      return type.kind
  }
}

function rulesOf(type: OwnType): string {
  if (type.kind !== 'domain') return 'anything'
  const rules = [...(type.isNotNull ? ['NOT NULL'] : []), ...type.checks.map(({ definition }) => definition).sort()]
  return rules.length > 0 ? `what is ${rules.join(', ')}` : 'anything'
}

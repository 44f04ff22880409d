import { inEnglish, type Sentence, sentence } from '../../../../core/catalog/sentence.ts'
import type { OwnType } from '../../../ports/own-type.ts'
import { quoteLiteral } from '../schema/quote-identifier.ts'

/**
 * How a type of the destination differs from the source's type of the same name.
 * @returns nothing if it accepts every value unchanged. A default, the order of labels and additional labels change no value
 */
export function typeDifference(coming: OwnType, there: OwnType): Sentence | undefined {
  if (coming.kind !== there.kind)
    return sentence`is of the kind "${there.kind}" there and "${coming.kind}" at the source`
  const missing = missingLabels(coming, there)
  if (missing.length > 0)
    return sentence`lacks the values ${missing.join(', ')} there (${missing.map((label) => `ALTER TYPE ${coming.name} ADD VALUE ${quoteLiteral(label)}`).join('; ')})`
  const [own, other] = [formOf(there), formOf(coming)]
  return inEnglish(own) === inEnglish(other) ? undefined : sentence`is ${own} there and ${other} at the source`
}

/** The restrictions of a domain, which do not change an allowed value. */
export function ruleDifference(coming: OwnType, there: OwnType): Sentence | undefined {
  const [own, other] = [rulesOf(there), rulesOf(coming)]
  return inEnglish(own) === inEnglish(other) ? undefined : sentence`takes ${own} there and ${other} at the source`
}

const missingLabels = (coming: OwnType, there: OwnType): readonly string[] =>
  coming.kind === 'enum' && there.kind === 'enum' ? coming.labels.filter((label) => !there.labels.includes(label)) : []

function formOf(type: OwnType): Sentence {
  switch (type.kind) {
    case 'domain':
      return sentence`${[type.base, type.collation].filter((part) => part !== null).join(' COLLATE ')}`
    case 'composite':
      return sentence`(${(type.attributes ?? []).map((own) => [`${own.name} ${own.type}`, own.collation].filter((part) => part !== null).join(' COLLATE ')).join(', ')})`
    case 'range':
      return sentence`a range of ${[type.subtype, type.collation].filter((part) => part !== null).join(' COLLATE ')} in the order of ${type.operatorClass}`
    default:
      return sentence`${type.kind}`
  }
}

function rulesOf(type: OwnType): Sentence {
  if (type.kind !== 'domain') return sentence`anything`
  const rules = [...(type.isNotNull ? ['NOT NULL'] : []), ...type.checks.map(({ definition }) => definition).sort()]
  return rules.length > 0 ? sentence`what is ${rules.join(', ')}` : sentence`anything`
}

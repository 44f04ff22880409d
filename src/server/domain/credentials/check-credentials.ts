import { companionMessage, missingCompanions } from '../../../core/catalog/connections/companion-fields.ts'
import { type Field, messageFor, problemWith } from '../../../core/catalog/connections/field.ts'
import { INTEGRATION_TYPES, type IntegrationType } from '../../../core/catalog/connections/integration-types.ts'
import { isMask } from '../../../core/catalog/connections/mask.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { invalid } from '../request-error.ts'
import { checkKeys } from './check-keys.ts'

/** Credentials in the form of the catalog, numbers as numbers. @throws RequestError that names the first wrong or unknown field */
export function checkCredentials(
  type: IntegrationType,
  credentials: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const checked = checkFields(INTEGRATION_TYPES[type].fields, credentials)
  for (const { name, label, secret } of INTEGRATION_TYPES[type].fields) {
    if (secret && isMask(checked[name]))
      throw invalid(sentence`${label} cannot consist only of asterisks; enter the real value`, name)
  }
  checkKeys(checked)
  return checked
}

/** Settings of one form against its rows of the catalog. @throws RequestError */
export function checkFields(
  fields: readonly Field[],
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  for (const name of Object.keys(values)) {
    if (!fields.some((field) => field.name === name)) throw invalid(sentence`Unknown field "${name}"`, name)
  }
  const checked: Record<string, unknown> = {}
  for (const field of fields) {
    const value = values[field.name] ?? field.default
    const problem = problemWith(field, value)
    if (problem) throw invalid(messageFor(field, problem), field.name)
    if (value !== undefined && value !== null && value !== '')
      checked[field.name] = field.kind === 'number' ? Number(value) : value
  }
  const [missing] = missingCompanions(fields, checked)
  if (missing) throw invalid(companionMessage(missing), missing.field.name)
  return checked
}

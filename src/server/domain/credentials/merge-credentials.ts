import { movedFor, withoutOrphans } from '../../../core/catalog/connections/companion-fields.ts'
import type { Field } from '../../../core/catalog/connections/field.ts'
import {
  DEFAULT_SSL_MODE,
  INTEGRATION_TYPES,
  type IntegrationType,
  SSL_MODES_BY_STRENGTH,
} from '../../../core/catalog/connections/integration-types.ts'
import { MASK } from '../../../core/catalog/connections/mask.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { RequestError } from '../request-error.ts'
import { checkCredentials } from './check-credentials.ts'

type Credentials = Readonly<Record<string, unknown>>

/**
 * Stored credentials with a change: a masked or absent secret keeps the stored one.
 * A secret is never sent to a place for which its owner did not type it: after a changed address or a weaker
 * encryption it must be entered again. Addresses are compared value by value, not by prefix.
 * @throws RequestError INVALID or SECRET_REQUIRED
 */
export function mergeCredentials(
  type: IntegrationType,
  stored: Credentials,
  change: Credentials,
): Record<string, unknown> {
  const fields: readonly Field[] = INTEGRATION_TYPES[type].fields
  const secrets = fields.filter(({ secret }) => secret)
  const isKept = (name: string) => change[name] === undefined || change[name] === MASK
  const kept = secrets.filter(({ name }) => isKept(name))

  // Fields that the form does not have, such as a token from Google, were stored by the server and stay unchanged.
  const isInForm = ([name]: [string, unknown]) => fields.some((field) => field.name === name)
  const own = Object.fromEntries(Object.entries(stored).filter((entry) => !isInForm(entry)))
  const isOwnAsShown = ([name]: [string, unknown]) => Object.hasOwn(own, name) && isKept(name)
  const merged: Record<string, unknown> = {
    ...Object.fromEntries(Object.entries(stored).filter(isInForm)),
    ...Object.fromEntries(Object.entries(change).filter((entry) => !isOwnAsShown(entry))),
  }
  for (const { name } of kept)
    if (stored[name] !== undefined) merged[name] = stored[name]
    else delete merged[name]
  // A secret that only stayed is removed with the field that it belonged to; for a typed one the error says what is missing.
  const typed = new Set(Object.keys(change).filter((name) => !isKept(name)))
  const meant = withoutOrphans(fields, merged)
  const checked = checkCredentials(
    type,
    Object.fromEntries(Object.entries(merged).filter(([name]) => name in meant || typed.has(name))),
  )

  const weaker = strength(checked['sslmode']) < strength(stored['sslmode'])
  for (const secret of kept) {
    if (checked[secret.name] === undefined) continue
    const moved = movedFor(secret, { fields, stored, changed: checked })
    if (!moved && !(weaker && secret.group !== 'tunnel')) continue
    const what = moved?.label ?? sentence`SSL mode`
    throw new RequestError(
      'invalid',
      'SECRET_REQUIRED',
      sentence`${secret.label} is required again, because ${what} has changed`,
      {
        field: secret.name,
      },
    )
  }
  return { ...checked, ...own }
}

const strength = (mode: unknown): number =>
  (SSL_MODES_BY_STRENGTH as readonly unknown[]).indexOf(mode ?? DEFAULT_SSL_MODE)

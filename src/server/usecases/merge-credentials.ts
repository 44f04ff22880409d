import { INTEGRATION_TYPES, type IntegrationType, SSL_MODES_BY_STRENGTH } from '../../core/catalog/integration-types.ts'
import { MASK } from '../../core/catalog/mask.ts'
import { checkCredentials } from './check-credentials.ts'
import { Refusal } from './refusal.ts'

type Credentials = Readonly<Record<string, unknown>>

/**
 * Stored credentials with a change laid over them: a masked or absent secret keeps the stored one.
 * A secret is never sent to a place that its owner did not type it for: a changed address or a weaker
 * encryption asks for it again, compared value by value, not by prefix.
 * @throws Refusal INVALID or SECRET_REQUIRED
 */
export function mergeCredentials(
  type: IntegrationType,
  stored: Credentials,
  change: Credentials,
): Record<string, unknown> {
  const { fields } = INTEGRATION_TYPES[type]
  const secrets = fields.filter(({ secret }) => secret)
  const isKept = (name: string) => change[name] === undefined || change[name] === MASK
  const kept = secrets.filter(({ name }) => isKept(name))

  // What the form does not have, such as a token that Google gave, was stored by the server and stays as it is.
  const isInForm = ([name]: [string, unknown]) => fields.some((field) => field.name === name)
  const own = Object.fromEntries(Object.entries(stored).filter((entry) => !isInForm(entry)))
  const isOwnAsShown = ([name]: [string, unknown]) => Object.hasOwn(own, name) && isKept(name)
  const merged: Record<string, unknown> = {
    ...Object.fromEntries(Object.entries(stored).filter(isInForm)),
    ...Object.fromEntries(Object.entries(change).filter((entry) => !isOwnAsShown(entry))),
  }
  for (const { name } of kept) merged[name] = stored[name]
  const checked = checkCredentials(type, merged)

  const moved = fields.find((field) => 'endpoint' in field && !same(stored[field.name], checked[field.name]))
  const weaker = strength(checked['sslmode']) < strength(stored['sslmode'])
  const [secret] = kept
  if (secret && (moved || weaker)) {
    const what = moved ? moved.label : 'SSL mode'
    throw new Refusal(422, 'SECRET_REQUIRED', `${secret.label} is required again, because ${what} has changed`, {
      field: secret.name,
    })
  }
  return { ...checked, ...own }
}

const same = (one: unknown, other: unknown): boolean => String(one) === String(other)

const strength = (mode: unknown): number => (SSL_MODES_BY_STRENGTH as readonly unknown[]).indexOf(mode)

import { isSecretReference } from '../../../core/catalog/code/secret-references.ts'
import type { Field } from '../../../core/catalog/connections/field.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { invalid } from '../request-error.ts'

type Credentials = Readonly<Record<string, unknown>>

/** The credentials of a document as a change of stored ones. */
interface ResolvedCredentials {
  readonly change: Readonly<Record<string, unknown>>
  /** The references without a value, by their fields: a stored secret stays. */
  readonly missing: Readonly<Record<string, string>>
}

/**
 * Puts the values of secrets in place of their references. A field that the document leaves out is emptied, so that the document says all;
 * a required secret without a value keeps the stored one. @throws RequestError invalid with the field, for a secret that is written out
 */
export function resolveCredentials(
  fields: readonly Field[],
  given: Credentials,
  secrets: Readonly<Record<string, string>>,
): ResolvedCredentials {
  const change: Record<string, unknown> = { ...given }
  const missing: Record<string, string> = {}
  for (const { name, secret, optional, default: preset, label } of fields) {
    const value = given[name]
    if (!secret) change[name] = value ?? preset ?? ''
    else if (isAbsent(value)) {
      delete change[name]
      if (optional) change[name] = ''
    } else if (!isSecretReference(value))
      throw invalid(
        sentence`${label} must be a reference such as env:NAME or file:/path, because files are copied and read by many.`,
        name,
      )
    else if (Object.hasOwn(secrets, value)) change[name] = secrets[value]
    else {
      delete change[name]
      missing[name] = value
    }
  }
  return { change, missing }
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Secrets that are needed and have no value. */
export class MissingSecrets extends Error {
  /** Each with its field in the credentials. */
  readonly faults: readonly {
    readonly field: string
    readonly sentence: ReturnType<typeof sentence>
    readonly secret: string
  }[]

  constructor(fields: readonly Field[], missing: Readonly<Record<string, string>>) {
    super('secrets are missing')
    this.faults = fields.flatMap(({ name, label }) => {
      const secret = missing[name]
      if (secret === undefined) return []
      return [{ field: name, secret, sentence: sentence`${label} is needed, and ${secret} has no value here.` }]
    })
  }
}

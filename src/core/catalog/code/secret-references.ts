/** Where a secret of a document comes from. Whoever applies the document resolves it; the server never does. */
export const SECRET_SOURCES = ['env', 'file', 'vault', 'aws', 'gcp'] as const

export type SecretSource = (typeof SECRET_SOURCES)[number]

/** A secret by its place: `env:MILLRACE_SHOP_PASSWORD`, `file:/run/secrets/shop`. */
export interface SecretReference {
  readonly source: SecretSource
  /** The name of the variable, the path of the file, or the name that the secret manager knows. */
  readonly place: string
}

const REFERENCE = new RegExp(`^(${SECRET_SOURCES.join('|')}):(\\S(?:.*\\S)?)$`)

/** @returns nothing for a text that is no reference */
export function readSecretReference(text: string): SecretReference | undefined {
  const [, source, place = ''] = REFERENCE.exec(text) ?? []
  return source === undefined ? undefined : { source: source as SecretSource, place }
}

export const isSecretReference = (value: unknown): value is string =>
  typeof value === 'string' && readSecretReference(value) !== undefined

/** The variable that `pull` names for a stored secret: `env:MILLRACE_SHOP_PASSWORD`. */
export function placeholderOf(name: string, field: string): string {
  const words = `${name} ${field}`
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
  return `env:MILLRACE_${words}`
}

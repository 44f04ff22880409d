import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseAllDocuments } from 'yaml'

import { isSecretReference, readSecretReference, type SecretSource } from '../../core/catalog/code/secret-references.ts'
import { CommandFailure } from '../command-failure.ts'
import type { CodeFile } from './folder-files.ts'

/**
 * A place that knows secrets. @param place what follows the name of the source in a reference
 * @returns nothing if there is none: a stored secret stays then @throws CommandFailure when the place cannot be asked, or refuses
 */
export type ReadSecret = (place: string) => Promise<string | undefined>

interface SecretContext {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Paths of files are relative to it. */
  readonly folder: string
}

/** Each source is loaded only if a file refers to it. */
const SOURCES: Readonly<Record<SecretSource, (context: SecretContext) => Promise<ReadSecret>>> = {
  env:
    async ({ environment }) =>
    async (place) =>
      environment[place],
  file:
    async ({ folder }) =>
    async (place) =>
      textOf(resolve(folder, place)),
  vault: async ({ environment }) => (await import('../secrets/hashicorp-vault.ts')).makeReadVault(environment),
  aws: async ({ environment }) => (await import('../secrets/aws-secrets-manager.ts')).makeReadAws(environment),
  gcp: async ({ environment }) => (await import('../secrets/gcp-secret-manager.ts')).makeReadGcp(environment),
}

/** The values of the secrets to which files refer, by their references, as far as there are any here. @throws CommandFailure */
export async function resolveSecrets(
  files: readonly CodeFile[],
  context: SecretContext,
): Promise<Readonly<Record<string, string>>> {
  const secrets: Record<string, string> = {}
  const readers = new Map<SecretSource, ReadSecret>()
  for (const reference of referencesIn(files)) {
    const { source, place } = readSecretReference(reference) ?? {}
    if (source === undefined || place === undefined) continue
    const read = readers.get(source) ?? (await SOURCES[source](context))
    readers.set(source, read)
    const value = await read(place)
    if (value !== undefined && value !== '') secrets[reference] = value
  }
  return secrets
}

/** References are in the credentials of documents, and nowhere else. */
function referencesIn(files: readonly CodeFile[]): ReadonlySet<string> {
  const references = new Set<string>()
  for (const { text } of files) {
    const parsed = parseAllDocuments(text, { prettyErrors: false, logLevel: 'silent' })
    for (const source of Array.isArray(parsed) ? parsed : []) {
      if (source.errors.length > 0) continue
      const content = source.toJS() as { readonly credentials?: unknown } | null
      const credentials: unknown = content?.credentials
      if (typeof credentials !== 'object' || credentials === null) continue
      for (const value of Object.values(credentials)) if (isSecretReference(value)) references.add(value)
    }
  }
  return references
}

/** Editors end a file with a line break that is no part of a password. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new CommandFailure(`The secret in ${path} cannot be read: ${(error as Error).message}`)
  }
}

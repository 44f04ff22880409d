import { createPrivateKey, type KeyObject } from 'node:crypto'
import { z } from 'zod/mini'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'

import { ConnectorError } from '../../ports/connector.ts'

const key = z.object({
  type: z.string(),
  project_id: z.string(),
  private_key_id: z.string(),
  private_key: z.string(),
  client_email: z.string(),
})

export interface ServiceAccount {
  readonly email: string
  readonly projectId: string
  readonly keyId: string
  readonly privateKey: KeyObject
}

/**
 * Reads the key file of a service account. Only these fields are used: others, such as `token_uri`, could send a signed assertion
 * anywhere, and other types of files could make Google's libraries run programs. @throws ConnectorError
 */
export function readServiceAccount(text: unknown): ServiceAccount {
  const parsed = key.safeParse(asJson(text))
  if (!parsed.success) {
    const missing = parsed.error.issues.map(({ path }) => path.join('.')).filter((path) => path !== '')
    throw refused(
      missing.length > 0
        ? sentence`This is not the key file of a service account. It lacks ${missing.join(', ')}.`
        : sentence`This is not the key file of a service account. It is not JSON.`,
    )
  }
  const { type, project_id, private_key_id, private_key, client_email } = parsed.data
  if (type !== 'service_account') throw refused(sentence`The key file is of the type "${type}", not "service_account".`)
  try {
    const privateKey = createPrivateKey(private_key)
    return { email: client_email, projectId: project_id, keyId: private_key_id, privateKey }
  } catch {
    throw refused(sentence`The private key in the key file cannot be read.`)
  }
}

function asJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}

const refused = (message: Sentence) =>
  new ConnectorError({
    code: 'SERVICE_ACCOUNT_UNREADABLE',
    message,
    hint: sentence`Paste the whole JSON file that Google Cloud offers under IAM, Service accounts, Keys.`,
    field: 'service_account_key',
  })

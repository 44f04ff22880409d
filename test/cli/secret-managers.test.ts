import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, describe, expect, it } from 'vitest'

import { resolveSecrets } from '../../src/cli/code/resolve-secrets.ts'
import { startAwsSecrets } from '../support/secret-managers/start-aws-secrets.ts'
import { startGcpSecrets } from '../support/secret-managers/start-gcp-secrets.ts'
import { startVault } from '../support/secret-managers/start-vault.ts'

const running: { stop(): Promise<void> }[] = []
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop()
})
const started = <T extends { stop(): Promise<void> }>(server: T): T => {
  running.push(server)
  return server
}

const folder = mkdtempSync(join(tmpdir(), 'millrace-secrets-'))
const secretOf = async (reference: string, environment: Readonly<Record<string, string>>) => {
  const text = `millrace: 1\nkind: integration\ncredentials:\n  api_key: ${reference}\n`
  return (await resolveSecrets([{ name: 'a.yaml', text }], { environment, folder }))[reference]
}

describe('a secret of a file', () => {
  it('comes from a variable or a file of this machine, and may be missing', async () => {
    writeFileSync(join(folder, 'secret'), 'from a file\n')
    expect(await secretOf('env:SHOP', { SHOP: 'from a variable' })).toBe('from a variable')
    expect(await secretOf('file:secret', {})).toBe('from a file')
    expect(await secretOf('env:SHOP', { SHOP: '' })).toBeUndefined()
    expect(await secretOf('file:nothing', {})).toBeUndefined()
  })

  it('comes from HashiCorp Vault, which refuses a wrong token', async () => {
    const vault = started(await startVault())
    vault.secrets.set('shop/db', { password: 's3cret' })
    const environment = { VAULT_ADDR: vault.address, VAULT_TOKEN: vault.token }
    expect(await secretOf('vault:secret/shop/db#password', environment)).toBe('s3cret')
    expect(await secretOf('vault:secret/shop/other#password', environment)).toBeUndefined()
    await expect(secretOf('vault:secret/shop/db#user', environment)).rejects.toThrow(
      'secret/shop/db has no field "user"',
    )
    await expect(secretOf('vault:other/shop#password', environment)).rejects.toThrow('permission denied')
    const wrong = { ...environment, VAULT_TOKEN: 'hvs.wrong' }
    await expect(secretOf('vault:secret/shop/db#password', wrong)).rejects.toThrow('permission denied')
    await expect(secretOf('vault:secret/shop/db', environment)).rejects.toThrow('vault:MOUNT/PATH#FIELD')
    await expect(secretOf('vault:secret/shop/db#password', {})).rejects.toThrow('VAULT_ADDR is not set.')
  })

  it('comes from AWS Secrets Manager, which refuses a wrong signature', async () => {
    const aws = started(await startAwsSecrets())
    aws.secrets.set('prod/shop', '{"password":"s3cret"}')
    const environment = {
      ...{ AWS_ENDPOINT_URL_SECRETS_MANAGER: aws.address, AWS_REGION: 'eu-central-1' },
      ...{ AWS_ACCESS_KEY_ID: aws.accessKeyId, AWS_SECRET_ACCESS_KEY: aws.secretAccessKey },
    }
    expect(await secretOf('aws:prod/shop', environment)).toBe('{"password":"s3cret"}')
    expect(await secretOf('aws:prod/shop#password', environment)).toBe('s3cret')
    expect(await secretOf('aws:prod/other', environment)).toBeUndefined()
    const wrong = { ...environment, AWS_SECRET_ACCESS_KEY: 'wrong' }
    await expect(secretOf('aws:prod/shop', wrong)).rejects.toThrow('AWS Secrets Manager refuses prod/shop')
    await expect(secretOf('aws:prod/shop', {})).rejects.toThrow('AWS_DEFAULT_REGION is not set.')
  })

  it('comes from GCP Secret Manager, with the key of a service account or a token', async () => {
    const gcp = started(await startGcpSecrets())
    gcp.secrets.set('projects/shop/secrets/db/versions/latest', 's3cret')
    const keyFile = join(folder, 'key.json')
    writeFileSync(keyFile, gcp.keyFile)
    const address = { GOOGLE_SECRET_MANAGER_URL: gcp.address }
    const environment = { ...address, GOOGLE_APPLICATION_CREDENTIALS: keyFile }
    expect(await secretOf('gcp:projects/shop/secrets/db', environment)).toBe('s3cret')
    expect(await secretOf('gcp:projects/shop/secrets/db/versions/7', environment)).toBeUndefined()
    const token = { ...address, GOOGLE_OAUTH_ACCESS_TOKEN: 'wrong' }
    await expect(secretOf('gcp:projects/shop/secrets/db', token)).rejects.toThrow('invalid authentication credentials')
    const other = JSON.stringify({ ...JSON.parse(gcp.keyFile), client_email: 'someone@else.example' })
    writeFileSync(keyFile, other)
    await expect(secretOf('gcp:projects/shop/secrets/db', environment)).rejects.toThrow('Invalid JWT Signature.')
    await expect(secretOf('gcp:shop/db', environment)).rejects.toThrow('gcp:projects/PROJECT/secrets/SECRET')
  })

  it('names a secret manager that does not answer', async () => {
    const environment = { VAULT_ADDR: 'http://127.0.0.1:1', VAULT_TOKEN: 'x' }
    await expect(secretOf('vault:secret/a#b', environment)).rejects.toThrow(
      'HashiCorp Vault does not answer at http://127.0.0.1:1.',
    )
  })
})

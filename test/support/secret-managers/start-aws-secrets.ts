import { AwsV4Signer } from 'aws4fetch'

import { startVendorServer, type VendorRequest, type VendorServer } from '../../../src/stand-ins/vendor-server.ts'

interface AwsSecretsStandIn extends VendorServer {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** By their names. */
  readonly secrets: Map<string, string>
}

/** AWS Secrets Manager with the call GetSecretValue: the signature is computed again, and unknown names are refused as there. */
export async function startAwsSecrets(): Promise<AwsSecretsStandIn> {
  const keys = { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG' }
  const secrets = new Map<string, string>()
  const refuse = (type: string, message: string) => ({ status: 400, body: { __type: type, Message: message } })
  const server = await startVendorServer(async (request) => {
    if (!(await isSigned(request, keys)))
      return refuse('InvalidSignatureException', 'The request signature we calculated does not match.')
    if (request.headers['x-amz-target'] !== 'secretsmanager.GetSecretValue')
      return refuse('UnknownOperationException', '')
    const { SecretId: id } = JSON.parse(request.body.toString()) as { readonly SecretId?: string }
    const value = secrets.get(id ?? '')
    if (value === undefined)
      return refuse('ResourceNotFoundException', 'Secrets Manager can’t find the specified secret.')
    return { status: 200, body: { Name: id, SecretString: value, VersionStages: ['AWSCURRENT'] } }
  })
  return { ...server, ...keys, secrets }
}

async function isSigned(
  request: VendorRequest,
  keys: { accessKeyId: string; secretAccessKey: string },
): Promise<boolean> {
  const header = (name: string) => String(request.headers[name] ?? '')
  const [, names = ''] = /SignedHeaders=([^,]+)/.exec(header('authorization')) ?? []
  const signed = names.split(';').filter((name) => name !== 'host')
  const expected = await new AwsV4Signer({
    ...{ method: request.method, url: `http://${header('host')}${request.path}`, body: request.body.toString() },
    headers: Object.fromEntries(signed.map((name) => [name, header(name)])),
    ...{ ...keys, service: 'secretsmanager', region: 'eu-central-1', datetime: header('x-amz-date') },
  }).sign()
  return expected.headers.get('authorization') === header('authorization')
}

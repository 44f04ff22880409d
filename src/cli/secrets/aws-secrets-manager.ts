import { AwsClient } from 'aws4fetch'
import { defined } from '../../core/catalog/defined.ts'
import type { ReadSecret } from '../code/resolve-secrets.ts'
import { CommandFailure } from '../command-failure.ts'
import { askVendor, fieldOf, jsonOf, needed, refusal, splitPlace } from './ask-vendor.ts'

const VENDOR = 'AWS Secrets Manager'
const WHY = 'It is needed for secrets of AWS, as for the program "aws".'

/**
 * `aws:prod/shop` is the text of a secret by its name or ARN, `aws:prod/shop#password` a field of one that is JSON. Credentials and the region come
 * from the variables of AWS (https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_GetSecretValue.html).
 */
export function makeReadAws(environment: Readonly<Record<string, string | undefined>>): ReadSecret {
  return async (place) => {
    const { path, field } = splitPlace(place)
    const region = environment['AWS_REGION'] ?? needed(environment, 'AWS_DEFAULT_REGION', WHY)
    const sessionToken = environment['AWS_SESSION_TOKEN']
    const client = new AwsClient(
      defined({
        accessKeyId: needed(environment, 'AWS_ACCESS_KEY_ID', WHY),
        secretAccessKey: needed(environment, 'AWS_SECRET_ACCESS_KEY', WHY),
        sessionToken: sessionToken || undefined,
        region,
        service: 'secretsmanager',
      }),
    )
    const endpoint = environment['AWS_ENDPOINT_URL_SECRETS_MANAGER'] ?? `https://secretsmanager.${region}.amazonaws.com`
    const request = await client.sign(new URL('/', endpoint).href, {
      method: 'POST',
      headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'secretsmanager.GetSecretValue' },
      body: JSON.stringify({ SecretId: path }),
    })
    const response = await askVendor(VENDOR, request)
    const body = jsonOf(await response.text())
    const code = String(body?.['__type'] ?? '').replace(/^.*#/, '')
    if (code === 'ResourceNotFoundException') return undefined
    if (!response.ok) throw refusal(VENDOR, path, body?.['Message'] ?? body?.['message'] ?? (code || response.status))
    const text = body?.['SecretString']
    if (typeof text !== 'string') throw new CommandFailure(`${VENDOR}: ${path} is no text.`)
    return field === undefined ? text : fieldOf(VENDOR, path, jsonOf(text), field)
  }
}

/** The URL by which other programs start a flow, with a signature. */
export interface InboundUrl {
  readonly url: string
  /** Since when it has its present secret, ISO 8601. */
  readonly since: string
  /** The last call with a valid signature. */
  readonly usedAt?: string
  /** The time until which the secret before is valid, too. */
  readonly previousUntil?: string
  /** Only when it was just created or renewed. */
  readonly secret?: string
}

/** Stands for a secret that is not shown any more. */
const UNKNOWN_SECRET = 'whsec_…'

/** Commands for a shell with OpenSSL and curl that make one signed call, in the order in which they run. */
export const signedCallExample = ({ url, secret = UNKNOWN_SECRET }: Pick<InboundUrl, 'url' | 'secret'>): string =>
  [
    `secret='${secret}'`,
    `id=$(openssl rand -hex 16); time=$(date +%s); body='{}'`,
    `key=$(printf %s "\${secret#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \\n')`,
    `signature=$(printf %s "$id.$time.$body" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)`,
    `curl -fsS '${url}' -H "webhook-id: $id" -H "webhook-timestamp: $time" -H "webhook-signature: v1,$signature" -d "$body"`,
  ].join('\n')

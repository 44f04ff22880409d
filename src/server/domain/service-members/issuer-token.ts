/** The claims of a token whose signature and times are good. */
export interface IssuerToken {
  readonly issuer: string
  readonly audiences: readonly string[]
  readonly subject: string
  /** SHA-256 of what tells this token from any other. */
  readonly digest: Buffer
}

/**
 * @param issuers whose keys may be fetched; no other address is called
 * @throws RequestError unauthenticated with the reason, or unavailable when the issuer does not answer
 */
export type VerifyIssuerToken = (token: string, issuers: readonly string[]) => Promise<IssuerToken>

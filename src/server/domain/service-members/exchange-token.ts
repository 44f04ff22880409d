import { sentence } from '../../../core/catalog/sentence.ts'
import { SERVICE_UID, SHORT_KEY_MINUTES } from '../../../core/catalog/service-keys.ts'
import { fitsSubject } from '../../../core/catalog/subject-pattern.ts'
import type { Database } from '../../store/database/database.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import { rememberExchange } from '../../store/organizations/exchanged-tokens.ts'
import {
  type FederatedCredentialRow,
  insertShortKey,
  listCredentialsOf,
} from '../../store/organizations/federated-credentials.ts'
import { findServiceMember } from '../../store/organizations/service-members.ts'
import { hashOfKey, newServiceKey } from '../../vault/service-key.ts'
import { notFound } from '../request-error.ts'
import type { IssuerToken, VerifyIssuerToken } from './issuer-token.ts'
import { tokenRefused } from './token-refused.ts'

interface Exchange {
  readonly serviceMemberId: string
  /** A JSON Web Token of the system in which the program runs. */
  readonly token: string
  /** That the token was exchanged for before; it shows that the caller is the same. */
  readonly heldKey: string | undefined
  /** Of the caller, as far as known. */
  readonly address: string
}

interface ShortKey {
  readonly key: string
  readonly expiresAt: Date
  readonly organizationId: string
}

/**
 * Exchanges a token for a key of some minutes, if a federated credential of the program accepts it (OpenID Connect; the idea of RFC 8693).
 * The issuer's keys are fetched only for an issuer that an admin has entered. @throws RequestError unauthenticated, with the reason
 */
export async function exchangeToken(
  { database, verifyIssuerToken }: { readonly database: Database; readonly verifyIssuerToken: VerifyIssuerToken },
  { serviceMemberId, token, heldKey, address }: Exchange,
): Promise<ShortKey> {
  const credentials = await database.asSystem((query) => listCredentialsOf(query, serviceMemberId))
  const verified = await verifyIssuerToken(token, [...new Set(credentials.map(({ issuer }) => issuer))])
  const credential = fitting(credentials, verified)
  const { organization_id: organizationId } = credential
  const key = newServiceKey()
  return database.asSystem(async (query) => {
    const member = await findServiceMember(query, organizationId, serviceMemberId)
    if (!member) throw notFound()
    const keyHash = hashOfKey(key)
    const heldHash = heldKey === undefined ? undefined : hashOfKey(heldKey)
    if (!(await rememberExchange(query, { organizationId, digest: verified.digest, keyHash, heldHash })))
      throw tokenRefused(
        sentence`This token was exchanged already, and each is exchanged once. Ask its issuer for a new one, or send the key of that exchange with it.`,
      )
    const kept = { hash: keyHash, minutes: SHORT_KEY_MINUTES, subject: verified.subject }
    const expiresAt = await insertShortKey(query, credential, kept)
    const actor = { uid: `${SERVICE_UID}${serviceMemberId}`, address }
    await recordAudit(query, organizationId, actor, {
      action: 'member.token-exchanged',
      id: serviceMemberId,
      name: member.name,
      changes: [{ path: ['subject'], kind: 'added', to: verified.subject }],
    })
    return { key, expiresAt, organizationId }
  })
}

/** @throws RequestError that names what does not fit, which the caller knows from the token */
function fitting(
  credentials: readonly FederatedCredentialRow[],
  { issuer, audiences, subject }: IssuerToken,
): FederatedCredentialRow {
  const ofIssuer = credentials.filter((credential) => credential.issuer === issuer)
  const forUs = ofIssuer.filter(({ audience }) => audiences.includes(audience))
  if (forUs.length === 0)
    throw tokenRefused(sentence`The audience of the token, ${audiences.join(', ')}, is not the one that was entered.`)
  const found = forUs.find((credential) => fitsSubject(credential.subject, subject))
  if (!found) throw tokenRefused(sentence`The subject of the token, ${subject}, is not one that was entered.`)
  return found
}

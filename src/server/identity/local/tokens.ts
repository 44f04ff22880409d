import { createLocalJWKSet, errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { defined } from '../../../core/catalog/defined.ts'
import { issuerOf } from '../claims.ts'
import type { Account, Provider } from './account.ts'
import type { Accounts } from './accounts.ts'
import { IdentityError } from './identity-error.ts'
import type { SigningKey } from './signing-key.ts'

export const TOKEN_SECONDS = 3_600

export interface IssuedTokens {
  readonly idToken: string
  readonly refreshToken: string
  readonly expiresIn: string
}

/** The account of a verified token, and how its owner had signed in. */
export interface SignedIn {
  readonly account: Account
  readonly provider: Provider
  /** Time of the last sign-in with the password, in seconds since 1970. */
  readonly signedInAt: number
}

const seconds = (milliseconds: number) => Math.floor(milliseconds / 1_000)

/** Creates and verifies the tokens of local accounts: ID tokens in Firebase's format, and refresh tokens. */
export function makeTokens({ projectId, key, accounts }: { projectId: string; key: SigningKey; accounts: Accounts }) {
  const keys = createLocalJWKSet({ keys: [key.published] })
  const issuer = issuerOf(projectId)
  // With another audience, so that neither kind is ever accepted as the other.
  const renewal = `${projectId}/renewal`
  const sign = (claims: object, audience: string) =>
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: key.published.kid, typ: 'JWT' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt()

  async function claimsOf(token: string, audience: string, invalid: string) {
    try {
      return (await jwtVerify(token, keys, { algorithms: ['RS256'], issuer, audience })).payload
    } catch (error) {
      throw new IdentityError(error instanceof errors.JWTExpired ? 'TOKEN_EXPIRED' : invalid)
    }
  }

  return {
    async issue(person: SignedIn): Promise<IssuedTokens> {
      const { provider, signedInAt } = person
      const { localId, passwordUpdatedAt } = person.account
      const idToken = sign(claimsOfPerson(person), projectId)
      const refreshToken = sign({ provider, signedInAt, passwordUpdatedAt, ...versionOf(person.account) }, renewal)
      return {
        idToken: await idToken.setSubject(localId).setExpirationTime(`${TOKEN_SECONDS} s`).sign(key.privateKey),
        refreshToken: await refreshToken.setSubject(localId).sign(key.privateKey),
        expiresIn: String(TOKEN_SECONDS),
      }
    },

    /** @throws IdentityError when the ID token is not ours, has expired, or its account is deleted or locked */
    async prove(idToken: string | undefined): Promise<SignedIn> {
      if (!idToken) throw new IdentityError('MISSING_ID_TOKEN')
      const claims = await claimsOf(idToken, projectId, 'INVALID_ID_TOKEN')
      const account = enabled(accounts, claims.sub)
      if ((claims.iat ?? 0) < account.validSince || !isOfVersion(claims, account))
        throw new IdentityError('TOKEN_EXPIRED')
      const { sign_in_provider: provider } = claims['firebase'] as { sign_in_provider: Provider }
      return { account, provider, signedInAt: Number(claims['auth_time']) }
    },

    /** The account that may get a new ID token for it. @throws IdentityError like `prove` */
    async renewable(refreshToken: string | undefined): Promise<SignedIn> {
      if (!refreshToken) throw new IdentityError('MISSING_REFRESH_TOKEN')
      const claims = await claimsOf(refreshToken, renewal, 'INVALID_REFRESH_TOKEN')
      const account = enabled(accounts, claims.sub)
      if (claims['passwordUpdatedAt'] !== account.passwordUpdatedAt || !isOfVersion(claims, account))
        throw new IdentityError('TOKEN_EXPIRED')
      return { account, provider: claims['provider'] as Provider, signedInAt: Number(claims['signedInAt']) }
    },

    /** For somebody who has just proved their identity. */
    async begin(account: Account, provider: Provider): Promise<IssuedTokens> {
      return this.issue({ account, provider, signedInAt: seconds(Date.now()) })
    },
  }
}

const versionOf = ({ tokenVersion = 0 }: Account) => ({ token_version: tokenVersion })

/** Tokens of an older Millrace have no version. */
const isOfVersion = (claims: JWTPayload, account: Account) =>
  (claims['token_version'] ?? 0) === versionOf(account).token_version

function enabled(accounts: Accounts, localId: unknown): Account {
  const account = accounts.withId(String(localId))
  if (!account) throw new IdentityError('USER_NOT_FOUND')
  if (account.disabled) throw new IdentityError('USER_DISABLED')
  return account
}

/** In the form of Firebase's ID tokens. */
function claimsOfPerson({ account, provider, signedInAt }: SignedIn) {
  const { localId, email, emailVerified, displayName, photoUrl, googleId } = account
  const identities = { email: [email], ...defined({ 'google.com': googleId === undefined ? undefined : [googleId] }) }
  return {
    name: displayName,
    picture: photoUrl,
    user_id: localId,
    auth_time: signedInAt,
    email,
    email_verified: emailVerified,
    ...versionOf(account),
    firebase: { identities, sign_in_provider: provider },
  }
}

export type Tokens = ReturnType<typeof makeTokens>

import { sentence } from '../../../core/catalog/sentence.ts'
import { MAX_FEDERATED_CREDENTIALS } from '../../../core/catalog/service-keys.ts'
import { isSubjectPattern } from '../../../core/catalog/subject-pattern.ts'
import { type Database, ofOrganization } from '../../store/database/database.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import {
  deleteFederatedCredential,
  type FederatedCredentialRow,
  insertFederatedCredential,
  listCredentialsOf,
  listFederatedCredentials,
} from '../../store/organizations/federated-credentials.ts'
import type { Member } from '../members/member.ts'
import { invalid, notFound, RequestError } from '../request-error.ts'
import { requireServiceMember } from './change-service-members.ts'

/** Whose tokens are accepted: exactly this issuer and audience, and subjects that fit the pattern. */
export interface CredentialDraft {
  readonly issuer: string
  readonly audience: string
  readonly subject: string
}

export const readFederatedCredentials = ofOrganization(listFederatedCredentials)

/** From now on the program may exchange such tokens for a key of some minutes. @throws RequestError */
export const addFederatedCredential = (
  database: Database,
  { organizationId, person }: Member,
  serviceMemberId: string,
  draft: CredentialDraft,
): Promise<FederatedCredentialRow> =>
  database.inOrganization(organizationId, async (query) => {
    const { id, name } = await requireServiceMember(query, organizationId, serviceMemberId)
    check(draft)
    const known = await listCredentialsOf(query, id)
    if (known.length >= MAX_FEDERATED_CREDENTIALS)
      throw new RequestError(
        'conflict',
        'TOO_MANY_CREDENTIALS',
        sentence`A program has at most ${MAX_FEDERATED_CREDENTIALS} federated credentials. Remove one that is not used.`,
      )
    const changes = (['issuer', 'audience', 'subject'] as const).map((field) => ({
      path: [field],
      kind: 'added' as const,
      to: draft[field],
    }))
    await recordAudit(query, organizationId, person, { action: 'member.credential-added', id, name, changes })
    return insertFederatedCredential(query, organizationId, id, draft)
  })

/** From now on its tokens are refused, and so are the keys that they were exchanged for. @throws RequestError not found */
export const removeFederatedCredential = (
  database: Database,
  { organizationId, person }: Member,
  serviceMemberId: string,
  credentialId: string,
): Promise<void> =>
  database.inOrganization(organizationId, async (query) => {
    const { id, name } = await requireServiceMember(query, organizationId, serviceMemberId)
    if (!(await deleteFederatedCredential(query, organizationId, id, credentialId))) throw notFound()
    await recordAudit(query, organizationId, person, { action: 'member.credential-removed', id, name })
  })

function check({ issuer, subject }: CredentialDraft): void {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined
  const isPlain = url && url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  if (!isPlain || url.protocol !== 'https:')
    throw invalid(
      sentence`Enter the issuer as its tokens name it: an https address, such as https://token.actions.githubusercontent.com.`,
      'issuer',
    )
  if (!isSubjectPattern(subject))
    throw invalid(
      sentence`Enter the subject of the tokens, such as repo:octo/shop:ref:refs/heads/main. A star stands for a whole part after the first two: repo:octo/*.`,
      'subject',
    )
}

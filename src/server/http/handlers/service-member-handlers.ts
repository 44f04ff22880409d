import { defined } from '../../../core/catalog/defined.ts'
import {
  addFederatedCredential,
  readFederatedCredentials,
  removeFederatedCredential,
} from '../../domain/service-members/change-credentials.ts'
import {
  createServiceMember,
  readServiceMembers,
  removeServiceMember,
  renewKey,
} from '../../domain/service-members/change-service-members.ts'
import { exchangeToken } from '../../domain/service-members/exchange-token.ts'
import { fetchRequestedKey, requestKey } from '../../domain/service-members/hand-over-key.ts'
import type { VerifyIssuerToken } from '../../domain/service-members/issuer-token.ts'
import type { Database } from '../../store/database/database.ts'
import type { FederatedCredentialRow } from '../../store/organizations/federated-credentials.ts'
import type { ServiceMemberRow } from '../../store/organizations/service-members.ts'
import type { Handlers } from '../handler.ts'

interface Deps {
  readonly database: Database
  readonly verifyIssuerToken: VerifyIssuerToken
}

export const serviceMemberHandlers = ({ database, verifyIssuerToken }: Deps) =>
  ({
    listServiceMembers: async ({ member: { organizationId } }) => {
      const members = await readServiceMembers(database, organizationId)
      const credentials = await readFederatedCredentials(database, organizationId)
      return members.map((member) => {
        const own = credentials.filter(({ service_member_id }) => service_member_id === member.id)
        return {
          ...toWire(member),
          ...defined({ federated_credentials: own.length > 0 ? own.map(credentialToWire) : undefined }),
        }
      })
    },

    createServiceMember: async ({ member, body }) => {
      const { flow_ids: flowIds = null, expires_in_days: expiresInDays, has_key: hasKey, name, role } = body
      const rest = { expiresInDays, hasKey, needsApproval: body.needs_approval, loginCode: body.login_code }
      const { key, ...created } = await createServiceMember(database, member, defined({ name, role, flowIds, ...rest }))
      return { ...toWire(created), ...defined({ key }) }
    },

    renewServiceKey: async ({ member, params, body }) => {
      const renewal = { isPreviousKept: body.keep_previous, expiresInDays: body.expires_in_days }
      const { key, ...renewed } = await renewKey(database, member, params['serviceMemberId'] ?? '', renewal)
      return { ...toWire(renewed), ...defined({ key }) }
    },

    deleteServiceMember: async ({ member, params }) => {
      await removeServiceMember(database, member, params['serviceMemberId'] ?? '')
      return undefined
    },

    createFederatedCredential: async ({ member, params, body }) =>
      credentialToWire(await addFederatedCredential(database, member, params['serviceMemberId'] ?? '', body)),

    deleteFederatedCredential: async ({ member, params }) => {
      const { serviceMemberId = '', credentialId = '' } = params
      await removeFederatedCredential(database, member, serviceMemberId, credentialId)
      return undefined
    },

    requestKey: async ({ body }) => {
      const { code, expiresAt } = await requestKey(database, Buffer.from(body.secret_hash, 'hex'))
      return { code, expires_at: expiresAt.toISOString() }
    },

    fetchKey: async ({ body }) => {
      const key = await fetchRequestedKey(database, body.secret)
      return key === undefined ? {} : { key }
    },

    exchangeToken: async ({ body, address }) => {
      const exchange = { serviceMemberId: body.service_member_id, token: body.token, heldKey: body.held_key, address }
      const { key, expiresAt, organizationId } = await exchangeToken({ database, verifyIssuerToken }, exchange)
      return { key, expires_at: expiresAt.toISOString(), organization_id: organizationId }
    },
  }) satisfies Partial<Handlers>

const credentialToWire = ({ id, issuer, audience, subject, ...row }: FederatedCredentialRow) => ({
  id,
  issuer,
  audience,
  subject,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
  last_subject: row.last_subject,
})

const toWire = ({ name, roles, created_at, renewed_at, previous_until, expires_at, ...row }: ServiceMemberRow) => ({
  id: row.id,
  name: name ?? '',
  role: roles[0] ?? '',
  flow_ids: row.flow_ids,
  key_start: row.key_start,
  created_at: created_at.toISOString(),
  renewed_at: renewed_at.toISOString(),
  previous_until: previous_until && previous_until.getTime() > Date.now() ? previous_until.toISOString() : null,
  expires_at: expires_at?.toISOString() ?? null,
  last_used_at: row.last_used_at?.toISOString() ?? null,
  last_used_from: row.last_used_from,
  ...defined({ needs_approval: row.needs_approval || undefined }),
  created_by: row.created_by === null ? null : { uid: row.created_by, name: row.created_by_name },
  ...defined({ maker_left: row.is_orphaned || undefined }),
})

import type { SealedCredentials } from '../../vault/vault.ts'
import { first, type Query } from '../database/database.ts'

export interface InboundUrlRow {
  readonly secrets: SealedCredentials
  readonly since: Date
  readonly used_at: Date | null
}

const COLUMNS = 'inbound_secrets as secrets, inbound_since as since, inbound_used_at as used_at'

/** @returns nothing for a flow without an inbound URL */
export const findInboundUrl = (query: Query, organizationId: string, flowId: string) =>
  first(
    query<InboundUrlRow>(
      `select ${COLUMNS} from flows where organization_id = $1 and id = $2 and inbound_secrets is not null`,
      [organizationId, flowId],
    ),
  )

export interface CalledFlow extends Pick<InboundUrlRow, 'secrets'> {
  readonly organization_id: string
  /** After a restore from a backup nothing starts by itself. */
  readonly is_paused: boolean
}

/** For a call from outside, in the system's scope; nothing while the organization is deleted. */
export const findCalledFlow = (query: Query, flowId: string) =>
  first(
    query<CalledFlow>(
      `select organization_id, inbound_secrets as secrets, schedules_paused as is_paused
       from flows join organizations on organizations.id = organization_id
       where flows.id = $1 and inbound_secrets is not null and deleted_at is null`,
      [flowId],
    ),
  )

/** @param secrets absent: the flow has no inbound URL any more */
export const saveInboundSecrets = (
  query: Query,
  organizationId: string,
  flowId: string,
  secrets: SealedCredentials | undefined,
): Promise<object[]> =>
  query(
    `update flows set inbound_secrets = $3, inbound_since = case when $3::jsonb is not null then now() end,
       inbound_used_at = case when $3::jsonb is not null then inbound_used_at end
     where organization_id = $1 and id = $2`,
    [organizationId, flowId, secrets ?? null],
  )

export const recordInboundUse = (query: Query, flowId: string): Promise<object[]> =>
  query('update flows set inbound_used_at = now() where id = $1 and inbound_secrets is not null', [flowId])

/** For wrapping what is sealed with another master key, in the system's scope. */
export const listSealedInboundSecrets = (query: Query) =>
  query<{ id: string; organization_id: string; secrets: SealedCredentials }>(
    'select id, organization_id, inbound_secrets as secrets from flows where inbound_secrets is not null order by id for no key update',
  )

export const replaceInboundSecrets = (query: Query, id: string, secrets: SealedCredentials): Promise<object[]> =>
  query('update flows set inbound_secrets = $2 where id = $1', [id, secrets])

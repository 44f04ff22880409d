import type { AlertChannelKind, ChannelEvent } from '../../../core/catalog/alert-events.ts'
import type { SealedCredentials } from '../../vault/vault.ts'
import { first, type Query } from '../database/database.ts'

export interface AlertChannelRow {
  readonly id: string
  readonly organization_id: string
  readonly kind: AlertChannelKind
  readonly url: string | null
  /** The sealed secret of a webhook; see vault/channel-secrets.ts. */
  readonly secrets: SealedCredentials | null
  readonly recipients: readonly string[]
  readonly events: readonly ChannelEvent[]
  /** Per cent of the read rows. */
  readonly rejects_above: number
  /** Absent: all flows. */
  readonly flow_ids: readonly string[] | null
  /** What people call it. Absent: it is named after its address or its recipients. */
  readonly name: string | null
  /** The file that owns it. Absent: people change it. */
  readonly code_file: string | null
}

export type AlertChannelValues = Omit<AlertChannelRow, 'id' | 'organization_id' | 'kind' | 'secrets'>

const COLUMNS = 'id, organization_id, kind, url, secrets, recipients, events, rejects_above, flow_ids, name, code_file'

export const listAlertChannels = (query: Query, organizationId: string): Promise<AlertChannelRow[]> =>
  query<AlertChannelRow>(`select ${COLUMNS} from alert_channels where organization_id = $1 order by created_at, id`, [
    organizationId,
  ])

export const findAlertChannel = (query: Query, organizationId: string, id: string) =>
  first(
    query<AlertChannelRow>(`select ${COLUMNS} from alert_channels where organization_id = $1 and id = $2`, [
      organizationId,
      id,
    ]),
  )

/** In an order that is always the same, so that two who change many do not wait for each other. */
export const lockAlertChannels = (query: Query, organizationId: string, ids: readonly string[]) =>
  query<AlertChannelRow>(
    `select ${COLUMNS} from alert_channels where organization_id = $1 and id = any($2) order by id for update`,
    [organizationId, ids],
  )

export const insertAlertChannel = (query: Query, { id, organization_id, kind, secrets, ...values }: AlertChannelRow) =>
  query(
    `insert into alert_channels (organization_id, id, url, recipients, events, rejects_above, flow_ids, name, code_file, kind, secrets)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [organization_id, id, ...inOrder(values), kind, secrets],
  )

export const updateAlertChannel = (query: Query, organizationId: string, id: string, values: AlertChannelValues) =>
  query(
    `update alert_channels set url = $3, recipients = $4, events = $5, rejects_above = $6, flow_ids = $7, name = $8, code_file = $9, updated_at = now()
     where organization_id = $1 and id = $2`,
    [organizationId, id, ...inOrder(values)],
  )

const inOrder = ({ url, recipients, events, rejects_above, flow_ids, name, code_file }: AlertChannelValues) => [
  url,
  recipients,
  events,
  rejects_above,
  flow_ids,
  name,
  code_file,
]

export const replaceAlertSecrets = (query: Query, id: string, secrets: SealedCredentials | null): Promise<object[]> =>
  query('update alert_channels set secrets = $2, updated_at = now() where id = $1', [id, secrets])

/** The channels of all organizations, for wrapping their secrets with another master key. */
export const listSealedAlertSecrets = (query: Query) =>
  query<{ id: string; organization_id: string; secrets: SealedCredentials }>(
    'select id, organization_id, secrets from alert_channels where secrets is not null for update',
  )

import { CHANNEL_FIELDS } from '../../../core/catalog/code/channel-fields.ts'
import { CODE_KINDS, type CodeKind, codeFiles } from '../../../core/catalog/code/code-documents.ts'
import { placeholderOf } from '../../../core/catalog/code/secret-references.ts'
import type { Field } from '../../../core/catalog/connections/field.ts'
import { INTEGRATION_TYPES, isByConsent } from '../../../core/catalog/connections/integration-types.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { isAllowed } from '../../../core/catalog/permissions.ts'
import { type AlertChannelRow, listAlertChannels } from '../../store/alerts/alert-channels.ts'
import { type ConnectionRow, listConnections } from '../../store/connections/connections.ts'
import { type IntegrationRow, listIntegrations } from '../../store/connections/integrations.ts'
import type { Database } from '../../store/database/database.ts'
import type { FlowRow } from '../../store/flows/flow-row.ts'
import { listFlows } from '../../store/flows/flows.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import type { Vault } from '../../vault/vault.ts'
import { nameOfChannel } from '../alerts/save-channel.ts'
import type { Member } from '../members/member.ts'
import type {
  ChannelDocument,
  CodeDocument,
  ConnectionDocument,
  FlowDocument,
  IntegrationDocument,
} from './code-document.ts'

interface Deps {
  readonly database: Database
  readonly vault: Vault
}

interface Exported {
  /** The path of its file. */
  readonly file: string
  readonly document: CodeDocument
}

export interface Export {
  readonly documents: readonly Exported[]
  /** What is exported if there is any; alert channels only for who may see them. */
  readonly kinds: readonly CodeKind[]
}

/** Everything as documents: secrets as references to variables, others by their names where those are unique. */
export const exportDocuments = ({ database, vault }: Deps, member: Member): Promise<Export> =>
  database.inOrganization(member.organizationId, async (query) => {
    const { organizationId, person } = member
    const integrations = await listIntegrations(query, organizationId)
    const connections = await listConnections(query, organizationId)
    const flows = await listFlows(query, organizationId)
    await recordAudit(query, organizationId, person, { action: 'organization.exported-as-code' })

    const users = countBy(connections, ({ integration_id: id }) => id)
    const isOwn = ({ id, merged }: IntegrationRow) => merged && users.get(id) === 1
    const kinds = CODE_KINDS.filter((kind) => kind !== 'alert-channel' || isAllowed(member.roles, 'alert.read'))
    const channels = kinds.includes('alert-channel') ? await listAlertChannels(query, organizationId) : []
    const listed = [...integrations.filter((row) => !isOwn(row)), ...connections, ...flows, ...channels]
    const files = codeFiles([
      ...integrations.filter((row) => !isOwn(row)).map(({ name }) => ({ kind: 'integration' as const, name })),
      ...connections.map(({ name }) => ({ kind: 'connection' as const, name })),
      ...flows.map(({ name }) => ({ kind: 'flow' as const, name })),
      ...channels.map((row) => ({ kind: 'alert-channel' as const, name: nameOfChannel(row) })),
    ])
    const fileOf = new Map(listed.map((row, index) => [row.id, files[index] ?? '']))
    const owners = new Map(integrations.map((row) => [row.id, row]))
    const shownOf = (row: IntegrationRow, owner: string) =>
      shownCredentials(vault, member, row, stemOf(fileOf.get(owner) ?? ''))

    const documents: readonly CodeDocument[] = [
      ...integrations
        .filter((row) => !isOwn(row))
        .map((row): IntegrationDocument => {
          const { id, name, type } = row
          return { kind: 'integration', id, name, type, credentials: shownOf(row, id) }
        }),
      ...connections.map((row): ConnectionDocument => {
        const integration = owners.get(row.integration_id)
        const own = integration && isOwn(integration)
        return {
          ...connectionParts(row),
          ...defined({
            integration: integration && !own ? referenceTo(integration, integrations) : undefined,
            credentials: integration && own ? shownOf(integration, row.id) : undefined,
          }),
        }
      }),
      ...flows.map((row) => flowDocument(row, connections, flows)),
      ...channels.map((row) => channelDocument(row, flows, stemOf(fileOf.get(row.id) ?? ''))),
    ]
    return {
      documents: documents.map((document) => ({ file: fileOf.get(document.id ?? '') ?? '', document })),
      kinds,
    }
  })

const connectionParts = ({ id, name, type, capability, config }: ConnectionRow): ConnectionDocument => ({
  kind: 'connection',
  id,
  name,
  type,
  capability,
  config,
})

function flowDocument(
  { id, name, enabled, source, destination, config: { after, ...config }, ...row }: FlowRow,
  connections: readonly ConnectionRow[],
  flows: readonly FlowRow[],
): FlowDocument {
  const living = after?.flows.flatMap((one) => flows.find((flow) => flow.id === one.id) ?? []) ?? []
  return {
    kind: 'flow',
    id,
    name,
    enabled,
    source: referenceTo(source, connections),
    destination: referenceTo(destination, connections),
    config,
    after:
      after && living.length > 0
        ? { flows: living.map((flow) => referenceTo(flow, flows)), when: after.when }
        : undefined,
    freshnessMinutes: row.freshness_minutes,
    owner: row.owner?.email ?? undefined,
    tags: row.tags,
    isOwned: row.code_file !== null,
  }
}

/** Without flows in the trash. A channel that watches only such flows watches none. */
function channelDocument(row: AlertChannelRow, flows: readonly FlowRow[], stem: string): ChannelDocument {
  const { id, kind: type, recipients, events, rejects_above: rejectsAbove, code_file, flow_ids: flowIds } = row
  const stored: Readonly<Record<string, string | null>> = defined({
    url: row.url,
    // Which secret it is depends on the kind; its value is not needed.
    routing_key: row.secrets ? '' : undefined,
    signing_secret: row.secrets ? '' : undefined,
  })
  return {
    kind: 'alert-channel',
    id,
    name: nameOfChannel(row),
    type,
    recipients,
    events,
    rejectsAbove,
    credentials: credentialsOf(CHANNEL_FIELDS[type], stored, stem),
    flows: flowIds?.flatMap((flowId) => {
      const flow = flows.find((one) => one.id === flowId)
      return flow ? [referenceTo(flow, flows)] : []
    }),
    isOwned: code_file !== null,
  }
}

/** A name if only one has it. */
const referenceTo = (
  { id, name }: { readonly id: string; readonly name: string },
  all: readonly { readonly name: string }[],
): string => (all.filter((other) => other.name === name).length > 1 ? id : name)

/** What the form of the type has: a token that an outside system has given is in no file. */
function shownCredentials(
  vault: Vault,
  { organizationId }: Member,
  { id, type, credentials }: IntegrationRow,
  stem: string,
): Readonly<Record<string, unknown>> {
  if (isByConsent(type)) return {}
  const stored = vault.open({ organizationId, integrationId: id }, credentials)
  return credentialsOf(INTEGRATION_TYPES[type].fields, stored, stem)
}

const credentialsOf = (
  fields: readonly Field[],
  stored: Readonly<Record<string, unknown>>,
  stem: string,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    fields.flatMap(({ name, secret }) =>
      stored[name] === undefined ? [] : [[name, secret ? placeholderOf(stem, name) : stored[name]]],
    ),
  )

/** `connections/shop.yaml` → `shop` */
const stemOf = (file: string): string => file.replace(/^.*\/|\.yaml$/g, '')

function countBy<T>(rows: readonly T[], keyOf: (row: T) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1)
  return counts
}

import { channelKind } from '../../../core/catalog/alert-events.ts'
import { CHANNEL_FIELDS } from '../../../core/catalog/code/channel-fields.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import type { AlertChannelRow } from '../../store/alerts/alert-channels.ts'
import { channelOwner, openSecrets } from '../../vault/channel-secrets.ts'
import type { Vault } from '../../vault/vault.ts'
import { checkChannel } from '../alerts/check-channel.ts'
import { addChannel, nameOfChannel, requireChannel, saveChannel, type WantedChannel } from '../alerts/save-channel.ts'
import { requirePermissionsFor } from '../members/member.ts'
import { invalid } from '../request-error.ts'
import { isSameContent } from '../same-content.ts'
import type { ChannelDocument, PlacedDocument } from './code-document.ts'
import { type CodeScope, matchOf, type Outcome, outcomeOf } from './code-scope.ts'
import { MissingSecrets, resolveCredentials } from './resolve-credentials.ts'

/** @throws RequestError, MissingSecrets, WaitsForAnother */
export async function applyChannel(
  scope: CodeScope,
  { document, file }: PlacedDocument<ChannelDocument>,
): Promise<Outcome> {
  const { query, vault, member, secrets } = scope
  const { type, credentials, name } = document
  const fields = CHANNEL_FIELDS[type]
  for (const field of Object.keys(credentials))
    if (!fields.some((known) => known.name === field)) throw invalid(sentence`Unknown field "${field}"`, field)
  const match = await matchOf(scope, document)
  const { change, missing } = resolveCredentials(fields, credentials, secrets)
  const wanted = wantedOf(scope, { document, file }, change)
  if (!match) {
    requirePermissionsFor(member, 'alert-channel', {}, 'create')
    if (Object.keys(missing).length > 0) throw new MissingSecrets(fields, missing)
    return { action: 'created', id: (await addChannel({ query, vault }, member, wanted)).channel.id, changes: [] }
  }
  const channel = await requireChannel(query, member.organizationId, match.id)
  if (channel.kind !== type)
    throw invalid(
      sentence`The type of a channel cannot change. Remove the id, so that another channel is created.`,
      'type',
    )
  // A key that was never stored cannot stay.
  if (missing['routing_key'] !== undefined && !channel.secrets) throw new MissingSecrets(fields, missing)
  const asked = { ...wanted, url: wanted.url ?? channel.url ?? undefined }
  if (isSame(scope, channel, asked)) return outcomeOf(match, name, [])
  requirePermissionsFor(member, 'alert-channel', {}, 'change')
  return outcomeOf(match, name, (await saveChannel({ query, vault }, member, channel, asked)).changes)
}

/** @throws RequestError for a reference to nothing; WaitsForAnother */
function wantedOf(
  { known }: CodeScope,
  { document, file }: Pick<PlacedDocument<ChannelDocument>, 'document' | 'file'>,
  change: Readonly<Record<string, unknown>>,
): WantedChannel {
  const { name, type, recipients, events, rejectsAbove, flows, isOwned } = document
  const textOf = (field: string) => (typeof change[field] === 'string' ? change[field] : undefined)
  return {
    name,
    kind: type,
    recipients,
    events,
    rejectsAbove,
    url: textOf('url'),
    key: textOf('routing_key'),
    signingSecret: textOf('signing_secret') || undefined,
    flowIds: flows ? flows.map((flow, index) => known.flow.find(flow, `flows.${index}`)) : null,
    codeFile: isOwned ? file : null,
  }
}

/** Flows in the trash do not count: they are in no document. */
function isSame({ vault, known }: CodeScope, channel: AlertChannelRow, wanted: WantedChannel): boolean {
  const present = presentSecret(vault, channel)
  const { flow_ids: flowIds, ...values } = checkChannel(wanted, Boolean(wanted.key ?? present))
  const { url, recipients, events, rejects_above, code_file } = channel
  const living = channel.flow_ids?.filter((id) => known.flow.has(id)) ?? null
  const stored = { name: nameOfChannel(channel), url, recipients, events, rejects_above, code_file }
  return (
    isSameContent(stored, { ...values, name: wanted.name, code_file: wanted.codeFile }) &&
    isSameContent(living?.toSorted(), flowIds?.toSorted()) &&
    (wanted.signingSecret === undefined || wanted.signingSecret === present) &&
    isSameKey(wanted, present)
  )
}

const isSameKey = ({ kind, key }: WantedChannel, present: string | undefined): boolean =>
  !channelKind(kind).hasKey || key === undefined || key === (present ?? '')

const presentSecret = (vault: Vault, { organization_id, id, secrets }: AlertChannelRow): string | undefined =>
  secrets ? openSecrets(vault, channelOwner(organization_id, id), secrets).present : undefined

import { randomUUID } from 'node:crypto'
import { type AlertChannelKind, channelKind } from '../../../core/catalog/alert-events.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import {
  type AlertChannelRow,
  findAlertChannel,
  insertAlertChannel,
  replaceAlertSecrets,
  updateAlertChannel,
} from '../../store/alerts/alert-channels.ts'
import type { Query } from '../../store/database/database.ts'
import { countFlows } from '../../store/flows/flows.ts'
import { type AuditChange, recordAudit } from '../../store/organizations/audit.ts'
import { moveToTrash } from '../../store/trash/trash.ts'
import {
  channelOwner,
  isSigningSecret,
  newSecret,
  openSecrets,
  rotated,
  sealSecrets,
} from '../../vault/channel-secrets.ts'
import type { Vault } from '../../vault/vault.ts'
import { changesOf } from '../audit/changes-of.ts'
import type { Member } from '../members/member.ts'
import { invalid, notFound, RequestError } from '../request-error.ts'
import { type ChannelChoices, checkChannel } from './check-channel.ts'

interface Deps {
  readonly query: Query
  readonly vault: Vault
}

/** A channel as requested by people, or by a file. */
export interface WantedChannel extends ChannelChoices {
  /** Of a webhook. Absent: it is made here, and stays in a change. */
  readonly signingSecret?: string | undefined
  /** The file that owns it, or null for none. Absent: a person asks, who may not change what a file owns. */
  readonly codeFile?: string | null
}

/** A channel with a secret that is shown only this once. */
export interface ChannelWithSecret {
  readonly channel: AlertChannelRow
  readonly secret?: string
}

/** @throws RequestError not found */
export async function requireChannel(query: Query, organizationId: string, id: string): Promise<AlertChannelRow> {
  const channel = await findAlertChannel(query, organizationId, id)
  if (!channel) throw notFound()
  return channel
}

/** Adds a channel; a webhook gets a secret. @throws RequestError */
export async function addChannel(
  { query, vault }: Deps,
  member: Member,
  wanted: WantedChannel,
): Promise<ChannelWithSecret> {
  const { organizationId } = member
  const values = await checkedValues(query, organizationId, wanted, { sendsKey: Boolean(wanted.key) })
  const id = randomUUID()
  const secret = wanted.kind === 'webhook' ? (checkedSecret(wanted.signingSecret) ?? newSecret()) : undefined
  const present = secret ?? requiredKey(wanted)
  const secrets = present === undefined ? null : sealSecrets(vault, channelOwner(organizationId, id), { present })
  const channel: AlertChannelRow = {
    ...values,
    id,
    organization_id: organizationId,
    kind: wanted.kind,
    secrets,
    name: wanted.name ?? null,
    code_file: wanted.codeFile ?? null,
  }
  await insertAlertChannel(query, channel)
  await recordChannelChange(query, member, 'created', channel)
  return defined({ channel, secret })
}

/**
 * Changes everything of a channel except its kind. Of a webhook that gets another secret, the previous one stays valid for a day.
 * @returns the channel, with what has changed in the form of the audit log @throws RequestError
 */
export async function saveChannel(
  { query, vault }: Deps,
  member: Member,
  channel: AlertChannelRow,
  wanted: WantedChannel,
): Promise<{ readonly channel: AlertChannelRow; readonly changes: readonly AuditChange[] }> {
  const { organizationId } = member
  if (wanted.codeFile === undefined) refuseOwnedChannel(channel)
  if (wanted.kind !== channel.kind) throw invalid(sentence`A channel keeps its kind: add another one instead`, 'kind')
  const known = { sendsKey: sendsKey(channel, wanted), known: channel.flow_ids }
  const values = await checkedValues(query, organizationId, wanted, known)
  if (values.url !== channel.url) refuseKeptKey(channel, wanted)
  const changed: AlertChannelRow = {
    ...channel,
    ...values,
    name: wanted.name === undefined ? channel.name : wanted.name,
    code_file: wanted.codeFile ?? null,
  }
  await updateAlertChannel(query, organizationId, channel.id, changed)
  const ofSecrets = await saveSecrets({ query, vault }, channel, wanted)
  // A name that it had without being given one is no change.
  const before = changed.name === nameOfChannel(channel) ? { ...channel, name: changed.name } : channel
  const changes = [...changesOf(audited(before), audited(changed), isAddress), ...ofSecrets]
  await recordChannelChange(query, member, 'updated', changed, changes)
  return { channel: changed, changes }
}

/** Only a file may say that there is no key any more: people leave the field empty to keep it. */
const isKeyRemoved = ({ key, codeFile, kind }: WantedChannel): boolean =>
  codeFile !== undefined && key === '' && channelKind(kind).hasKey === 'perhaps'

/** A key is never sent to a place for which its owner did not type it. @throws RequestError SECRET_REQUIRED */
function refuseKeptKey({ kind, secrets }: AlertChannelRow, wanted: WantedChannel): void {
  if (!channelKind(kind).hasKey || secrets === null || wanted.key || isKeyRemoved(wanted)) return
  throw new RequestError(
    'invalid',
    'SECRET_REQUIRED',
    sentence`The key is required again, because the address has changed`,
    { field: 'routing_key' },
  )
}

const sendsKey = (channel: AlertChannelRow, wanted: WantedChannel): boolean =>
  Boolean(wanted.key) || (channel.secrets !== null && !isKeyRemoved(wanted))

async function saveSecrets(
  { query, vault }: Deps,
  { id, organization_id: organizationId, secrets }: AlertChannelRow,
  wanted: WantedChannel,
): Promise<readonly AuditChange[]> {
  const owner = channelOwner(organizationId, id)
  if (wanted.key) await replaceAlertSecrets(query, id, sealSecrets(vault, owner, { present: wanted.key }))
  if (isKeyRemoved(wanted) && secrets) await replaceAlertSecrets(query, id, null)
  const next = checkedSecret(wanted.signingSecret)
  if (next !== undefined) {
    const renewed = secrets ? rotated(openSecrets(vault, owner, secrets), Date.now(), next) : { present: next }
    await replaceAlertSecrets(query, id, sealSecrets(vault, owner, renewed))
  }
  return [
    ...(wanted.key ? [{ path: ['routing_key'], kind: 'changed' } as const] : []),
    ...(isKeyRemoved(wanted) && secrets ? [{ path: ['routing_key'], kind: 'removed' } as const] : []),
    ...(next === undefined ? [] : [{ path: ['signing_secret'], kind: 'changed' } as const]),
  ]
}

/** Moves a channel to the trash. @throws RequestError not found */
export async function trashChannel(query: Query, member: Member, channelId: string): Promise<void> {
  const channel = await requireChannel(query, member.organizationId, channelId)
  const { id, organization_id: organizationId } = channel
  await moveToTrash(query, organizationId, {
    kind: 'alert-channel',
    id,
    by: member.person.uid,
    name: nameOfChannel(channel),
  })
  await recordChannelChange(query, member, 'deleted', channel)
}

/** @throws RequestError conflict if a file owns the channel: the next apply would undo the change */
export function refuseOwnedChannel({ code_file: file }: Pick<AlertChannelRow, 'code_file'>): void {
  if (file === null) return
  throw new RequestError(
    'conflict',
    'OWNED_BY_CODE',
    sentence`This channel is owned by the file ${file}. Change the file and apply it, or take the channel over in the application.`,
    { file },
  )
}

/** What people call it, or its recipients, or the host of its address: the rest of that may be a secret. */
export const nameOfChannel = ({
  name,
  url,
  recipients,
}: Pick<AlertChannelRow, 'name' | 'url' | 'recipients'>): string =>
  name ?? (url === null ? recipients.join(', ').slice(0, 200) || 'Inbox' : (URL.parse(url)?.host ?? ''))

export const recordChannelChange = (
  query: Query,
  { organizationId, person }: Member,
  verb: string,
  channel: AlertChannelRow,
  changes: readonly AuditChange[] = [],
) =>
  recordAudit(query, organizationId, person, {
    action: `alert-channel.${verb}`,
    id: channel.id,
    name: nameOfChannel(channel),
    changes,
  })

/** The key that the receiver gave out. @throws RequestError if the kind needs one and there is none */
function requiredKey({ kind, key }: { readonly kind: AlertChannelKind; readonly key: string | undefined }) {
  const { hasKey } = channelKind(kind)
  if (hasKey !== 'always') return hasKey && key ? key : undefined
  if (!key) throw invalid(sentence`Enter the integration key of the service in PagerDuty`, 'routing_key')
  return key
}

/** @throws RequestError for one that a receiver could not check */
function checkedSecret(secret: string | undefined): string | undefined {
  if (secret === undefined || isSigningSecret(secret)) return secret
  throw invalid(
    sentence`The signing secret must be whsec_ and 24 to 64 random bytes in base64, as Standard Webhooks defines it`,
    'signing_secret',
  )
}

async function checkedValues(
  query: Query,
  organizationId: string,
  choices: ChannelChoices,
  { sendsKey, known = [] }: { readonly sendsKey: boolean; readonly known?: readonly string[] | null },
) {
  const values = checkChannel(choices, sendsKey)
  // One that was chosen before may have been deleted since, and may be restored.
  const chosen = values.flow_ids?.filter((id) => !known?.includes(id)) ?? []
  if ((await countFlows(query, organizationId, chosen)) < chosen.length)
    throw invalid(sentence`A flow that was chosen does not exist any more`, 'flow_ids')
  return values
}

const audited = ({ name, url, recipients, events, rejects_above, flow_ids: flows, code_file }: AlertChannelRow) => ({
  name,
  url,
  recipients,
  events,
  rejects_above,
  flows: flows ?? 'all',
  owned_by: code_file,
})

/** The address of a webhook may be a secret, and addresses of people must be deleted with them. */
const isAddress = ([field]: readonly string[]) => field === 'url' || field === 'recipients'

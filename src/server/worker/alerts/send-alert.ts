import { channelKind } from '../../../core/catalog/alert-events.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import type { Dialler } from '../../../engine/ports/dialler.ts'
import type { SendOutcome } from '../../domain/alerts/send-outcome.ts'
import { testLineageEvent } from '../../domain/lineage/lineage-event.ts'
import { traceOfRun, traceparentOf } from '../../host/tracing.ts'
import type { SendAlertMail } from '../../mail/alert-mail.ts'
import type { Translate } from '../../mail/translate-for.ts'
import type { AlertChannelRow } from '../../store/alerts/alert-channels.ts'
import { type AlertDeliveryRow, messageIdOf } from '../../store/alerts/alert-deliveries.ts'
import type { AlertMessage } from '../../store/alerts/alert-message.ts'
import { channelOwner, openSecrets, secretsAt } from '../../vault/channel-secrets.ts'
import { webhookHeaders } from '../../vault/sign-webhook.ts'
import { type Vault, VaultError } from '../../vault/vault.ts'
import { alertText, alertWords } from './alert-text.ts'
import { CHANNEL_FORMS } from './channel-form.ts'
import { type Post, postWebhook } from './post-webhook.ts'

export interface SendAlertDeps {
  readonly dialler: Dialler
  readonly vault: Vault
  readonly mail: SendAlertMail | undefined
  /** Known languages of recipients, by their addresses in lower case. */
  readonly languagesOf: (emails: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** The text in a language; in English if there is no translation. */
  readonly translateFor: (language: string | undefined) => Translate
  /** Whether spans are recorded: then a webhook continues the trace of its run. */
  readonly isTraced: boolean
  /** The public address of this server, for links; absent if not configured. */
  readonly publicUrl: string | undefined
}

export type SendAlert = (
  channel: AlertChannelRow,
  delivery: Pick<AlertDeliveryRow, 'id' | 'message' | 'replay_of'>,
  end: AbortSignal,
) => Promise<SendOutcome>

/** Sends one message to one channel, once. Rejects only when it is aborted. */
export const makeSendAlert =
  ({ dialler, vault, mail, languagesOf, translateFor, isTraced, publicUrl }: SendAlertDeps): SendAlert =>
  async (channel, delivery, end) => {
    const { traceparent, ...message } = delivery.message
    const id = messageIdOf(delivery)
    const url = publicUrl && placeOf(publicUrl, message)
    if (channel.kind === 'email') {
      if (!mail) return NO_MAIL
      return inEachLanguage(channel.recipients, await languagesOf(channel.recipients), (recipients, language) =>
        mail({ id, recipients, ...alertText(message, url, translateFor(language)) }),
      )
    }
    if (channel.kind === 'inbox') return keptHere(JSON.stringify(inReadingOrder(message, url)))
    let secrets: readonly string[]
    try {
      const now = Date.now()
      const owner = channelOwner(channel.organization_id, channel.id)
      secrets = channel.secrets ? secretsAt(openSecrets(vault, owner, channel.secrets), now) : []
    } catch (error) {
      if (error instanceof VaultError) return { isDelivered: false, isWorthRetrying: true, answer: error.sentence }
      throw error
    }
    if (channelKind(channel.kind).takesLineage)
      return postWebhook(dialler, lineagePost(channel, { id, message }, secrets[0]), end)
    const form = CHANNEL_FORMS[channel.kind]
    const bodyWith = (key: string) =>
      JSON.stringify(
        form
          ? form({ message, url, ...alertWords(message, translateFor(undefined)) }, key)
          : inReadingOrder(message, url),
      )
    const body = bodyWith(secrets[0] ?? '')
    const signed = { id, timestamp: Math.floor(Date.now() / 1_000), body }
    const headers = {
      ...(form ? {} : { ...webhookHeaders(signed, secrets), ...replayHeader(delivery) }),
      ...(isTraced && traceHeader(message, traceparent)),
    }
    const outcome = await postWebhook(dialler, { url: channel.url ?? '', headers, body }, end)
    return { ...outcome, answer: withoutSecrets(outcome.answer, secrets), body: bodyWith(HIDDEN) }
  }

/** The deliveries of an inbox are what it has received. */
const keptHere = (body: string): SendOutcome => ({
  isDelivered: true,
  isWorthRetrying: false,
  answer: sentence`It is in the inbox.`,
  body,
})

/** The store does not preserve the order of fields. */
const inReadingOrder = ({ type, raised_at, organization, flow, ...rest }: AlertMessage, url: string | undefined) => ({
  type,
  raised_at,
  organization,
  flow,
  ...rest,
  url,
})

/** Shown to people in place of a secret. */
const HIDDEN = '••••••••'

/** Not part of the signature: receivers recognize a repetition by the id. */
const replayHeader = ({ replay_of }: Pick<AlertDeliveryRow, 'replay_of'>) =>
  replay_of === null ? {} : { 'millrace-replay': 'true' }

/** A receiver may echo what it received. */
const withoutSecrets = ({ template, values }: Sentence, secrets: readonly string[]): Sentence => ({
  template,
  values: values.map((value) =>
    typeof value === 'string' ? secrets.reduce((text, secret) => text.replaceAll(secret, HIDDEN), value) : value,
  ),
})

const traceHeader = ({ run }: AlertMessage, traceparent: string | undefined) =>
  run ? { traceparent: traceparentOf(traceOfRun(run.id, traceparent)) } : {}

/** An event for a catalogue, with the key of its API. */
function lineagePost(
  { organization_id: organizationId, url }: AlertChannelRow,
  { id, message }: Pick<AlertDeliveryRow, 'id' | 'message'>,
  key: string | undefined,
): Post {
  const event = message.lineage ?? testLineageEvent(organizationId, id, new Date(message.raised_at))
  return {
    url: url ?? '',
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
    body: JSON.stringify(event),
  }
}

/** One e-mail for all recipients with the same language. If it did not reach all of them, it is sent to all again, under the same id. */
async function inEachLanguage(
  recipients: readonly string[],
  known: ReadonlyMap<string, string>,
  send: (recipients: readonly string[], language: string | undefined) => Promise<SendOutcome>,
): Promise<SendOutcome> {
  const groups = Map.groupBy(recipients, (address) => known.get(address.toLowerCase()))
  let outcome = NO_RECIPIENT
  for (const [language, group] of groups) {
    outcome = await send(group, language)
    if (!outcome.isDelivered) return outcome
  }
  return outcome
}

const NO_RECIPIENT: SendOutcome = { isDelivered: true, isWorthRetrying: false, answer: sentence`${''}` }

const NO_MAIL: SendOutcome = {
  isDelivered: false,
  isWorthRetrying: false,
  answer: sentence`This server sends no e-mail: its operator has not set SMTP_URL.`,
}

const placeOf = (publicUrl: string, { run, flow }: AlertMessage): string =>
  run ? `${publicUrl}/runs/${run.id}` : flow ? `${publicUrl}/flows/${flow.id}` : publicUrl

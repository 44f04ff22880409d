import type { AlertChannelKind } from '../../../core/catalog/alert-events.ts'
import { defined } from '../../../core/catalog/defined.ts'
import type { AlertMessage } from '../../store/alerts/alert-message.ts'

/** A message as it is put into the form of a channel. */
export interface FormedAlert {
  readonly message: AlertMessage
  readonly headline: string
  readonly lines: readonly string[]
  /** The page with details; absent if the server does not know its own address. */
  readonly url: string | undefined
}

type Form = (alert: FormedAlert, key: string) => object

/** Block Kit, with the text for notifications: docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
const slack: Form = ({ headline, lines, url, message }) => ({
  text: escaped(headline),
  blocks: [
    { type: 'section', text: { type: 'mrkdwn', text: slackText([`*${escaped(headline)}*`, ...lines.map(escaped)]) } },
    { type: 'context', elements: [{ type: 'mrkdwn', text: escaped(message.organization.name) }] },
    ...(url === undefined ? [] : [{ type: 'actions', elements: [slackButton(url)] }]),
  ],
})

const slackButton = (url: string) => ({ type: 'button', text: { type: 'plain_text', text: 'Open' }, url })

/** The three characters with a special meaning in its texts. */
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The longest text of a section. */
const SLACK_TEXT = 3_000

const slackText = (lines: readonly string[]) => {
  const text = lines.join('\n')
  return text.length > SLACK_TEXT ? `${text.slice(0, SLACK_TEXT - 1)}…` : text
}

/** An Adaptive Card, as a workflow takes it: learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors */
const teams: Form = ({ headline, lines, url, message }) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: [
          { type: 'TextBlock', text: plain(headline), weight: 'Bolder', size: 'Medium', wrap: true },
          ...lines.map((text) => ({ type: 'TextBlock', text: plain(text), wrap: true, spacing: 'Small' })),
          { type: 'TextBlock', text: plain(message.organization.name), isSubtle: true, wrap: true },
        ],
        ...defined({ actions: url === undefined ? undefined : [{ type: 'Action.OpenUrl', title: 'Open', url }] }),
      },
    },
  ],
})

/** A name of a table or a flow must not become a link, which cards write as Markdown. */
const plain = (text: string) => text.replaceAll(/[\\[\]*_]/g, '\\$&')

/** The longest summary of an event. */
const SUMMARY = 1_024

const severityOf = (type: AlertMessage['type']) =>
  type === 'flow.failed' || type === 'run.failed'
    ? 'error'
    : ['test', 'run.cancelled', 'run.skipped'].includes(type)
      ? 'info'
      : 'warning'

/** Events API v2: developer.pagerduty.com/docs/send-alert-event. A success resolves what a failure or a delay has opened. */
const pagerduty: Form = ({ message, headline, lines, url }, key) => ({
  routing_key: key,
  event_action: ['flow.recovered', 'run.succeeded'].includes(message.type) ? 'resolve' : 'trigger',
  dedup_key: `millrace/${message.flow?.id ?? 'test'}${message.type === 'flow.rejected' ? '/rejected' : ''}`,
  payload: {
    summary: headline.slice(0, SUMMARY),
    source: message.organization.name,
    severity: severityOf(message.type),
    timestamp: message.raised_at,
    custom_details: { details: lines.join('\n') },
  },
  client: 'Millrace',
  ...defined({ links: url === undefined ? undefined : [{ href: url, text: headline.slice(0, SUMMARY) }] }),
})

/** The formats of receivers that do not accept ours. */
export const CHANNEL_FORMS: Readonly<Partial<Record<AlertChannelKind, Form>>> = { slack, teams, pagerduty }

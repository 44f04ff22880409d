import { ALERT_CHANNELS, type AlertChannelKind } from '../alert-events.ts'
import type { Field } from '../connections/field.ts'
import { sentence } from '../sentence.ts'

const url = { name: 'url', label: sentence`Address`, kind: 'text' } as const
const routingKey = { name: 'routing_key', label: sentence`Key`, kind: 'password', secret: true } as const

/** The addresses of these contain a secret. */
const SECRET_URL: Field = { ...url, secret: true }

/** What the `credentials` of an alert channel in a file may have; a secret only as a reference. */
export const CHANNEL_FIELDS: Readonly<Record<AlertChannelKind, readonly Field[]>> = {
  email: [],
  slack: [SECRET_URL],
  teams: [SECRET_URL],
  pagerduty: [{ ...url, secret: false, optional: true, default: ALERT_CHANNELS.pagerduty.url }, routingKey],
  webhook: [
    SECRET_URL,
    { name: 'signing_secret', label: sentence`Signing secret`, kind: 'password', secret: true, optional: true },
  ],
  inbox: [],
  openlineage: [
    { ...url, secret: false },
    { ...routingKey, optional: true },
  ],
}

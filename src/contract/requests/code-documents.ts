import { z } from 'zod/mini'

import { ALERT_CHANNEL_KINDS } from '../../core/catalog/alert-events.ts'
import { CODE_FORMAT, FORMAT_OF_KIND } from '../../core/catalog/code/code-documents.ts'
import { CAPABILITIES, CONNECTION_TYPE_NAMES } from '../../core/catalog/connections/connection-types.ts'
import { INTEGRATION_TYPE_NAMES } from '../../core/catalog/connections/integration-types.ts'
import { AFTER_POLICIES, MAX_PREDECESSORS } from '../../core/catalog/schedules/flow-order.ts'
import { inEnglish, sentence } from '../../core/catalog/sentence.ts'
import { settings } from '../primitives.ts'
import { channelParts } from './alerts.ts'
import { flowConfigRequest } from './flow-config.ts'
import { flowTags } from './flow-labels.ts'
import { freshness } from './freshness.ts'
import { displayName, id } from './primitives.ts'

/** What every document begins with. */
const head = {
  millrace: z.literal([1, CODE_FORMAT]),
  /** Of the organization that it was pulled from; a document with it is renamed instead of created. */
  id: z.optional(id),
  name: displayName,
}

/** The name of another document, or the id of one whose name is not unique. */
const reference = displayName

const { after: _, ...flowParts } = flowConfigRequest.shape

export const flowDocument = z.strictObject({
  ...head,
  kind: z.literal('flow'),
  enabled: z._default(z.boolean(), true),
  source: reference,
  destination: reference,
  ...flowParts,
  /** The flows after which it starts, by their names. */
  after: z.optional(
    z.nullable(
      z.strictObject({
        flows: z
          .array(reference)
          .check(
            z.minLength(1, inEnglish(sentence`Choose at least one flow`)),
            z.maxLength(MAX_PREDECESSORS, inEnglish(sentence`At most 100 flows`)),
          ),
        when: z._default(z.enum(AFTER_POLICIES), 'all_succeeded'),
      }),
    ),
  ),
  freshness_minutes: freshness,
  /** The address of a person; absent, or of nobody here: whoever owns it already, or makes it. */
  owner: z.optional(z.string().check(z.minLength(1), z.maxLength(320))),
  tags: z._default(flowTags, []),
  /** The application shows the flow, and leaves changes to this file. */
  owned_by_code: z._default(z.boolean(), false),
})

/** With credentials of its own, or over an integration. */
export const connectionDocument = z.strictObject({
  ...head,
  kind: z.literal('connection'),
  type: z.enum(CONNECTION_TYPE_NAMES),
  capability: z._default(z.enum(CAPABILITIES), 'both'),
  integration: z.optional(reference),
  credentials: z.optional(settings),
  config: z._default(settings, {}),
})

export const integrationDocument = z.strictObject({
  ...head,
  kind: z.literal('integration'),
  type: z.enum(INTEGRATION_TYPE_NAMES),
  credentials: z._default(settings, {}),
})

export const channelDocument = z.strictObject({
  ...head,
  /** The first format that has channels: servers that read only earlier ones say so. */
  millrace: z.literal(FORMAT_OF_KIND['alert-channel']),
  kind: z.literal('alert-channel'),
  type: z.enum(ALERT_CHANNEL_KINDS),
  credentials: z._default(settings, {}),
  ...channelParts,
  /** The flows that it watches, by their names; absent: all, including new ones. */
  flows: z.optional(z.nullable(z.array(reference).check(z.maxLength(1_000, inEnglish(sentence`At most 1,000 flows`))))),
  /** The application shows the channel, and leaves changes to this file. */
  owned_by_code: z._default(z.boolean(), false),
})

/** The rows by which each kind of document is checked, and from which editors get their JSON Schema. */
export const CODE_DOCUMENTS = {
  integration: integrationDocument,
  connection: connectionDocument,
  flow: flowDocument,
  'alert-channel': channelDocument,
}

export type ChannelDocument = z.output<typeof channelDocument>
export type FlowDocument = z.output<typeof flowDocument>
export type ConnectionDocument = z.output<typeof connectionDocument>
export type IntegrationDocument = z.output<typeof integrationDocument>

import { z } from 'zod/mini'

import { CHANNEL_FIELDS } from '../../core/catalog/code/channel-fields.ts'
import { SECRET_SOURCES } from '../../core/catalog/code/secret-references.ts'
import { CONNECTION_TYPES } from '../../core/catalog/connections/connection-types.ts'
import type { Field } from '../../core/catalog/connections/field.ts'
import { INTEGRATION_TYPES } from '../../core/catalog/connections/integration-types.ts'
import { defined } from '../../core/catalog/defined.ts'
import { inEnglish } from '../../core/catalog/sentence.ts'
import { channelDocument, connectionDocument, flowDocument, integrationDocument } from './code-documents.ts'

const schemaOf = (document: z.ZodMiniType) => {
  const { $schema: _, ...schema } = z.toJSONSchema(document, { io: 'input', unrepresentable: 'any' })
  return schema
}

/** What an editor offers for a field of the catalog: a secret only as a reference. */
function property({ label, kind, options, secret }: Field): object {
  const description = inEnglish(label)
  if (secret) return { description, type: 'string', pattern: `^(${SECRET_SOURCES.join('|')}):` }
  return { description, type: kind === 'number' ? 'integer' : 'string', ...defined({ enum: options }) }
}

const withFields = (name: 'credentials' | 'config', fields: readonly Field[]): object => ({
  [name]: {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(fields.map((field) => [field.name, property(field)])),
  },
})

/** The fields that only documents of one type have. */
const whenType = (type: string, properties: object): object => ({
  if: { properties: { type: { const: type } } },
  // biome-ignore lint/suspicious/noThenProperty: JSON Schema has this word
  then: { properties },
})

/** The JSON Schema of documents for editors, made from the rows that check them. */
export function codeSchema(): object {
  const integrations = Object.entries(INTEGRATION_TYPES).map(([type, { fields }]) =>
    whenType(type, withFields('credentials', fields)),
  )
  const connections = Object.entries(CONNECTION_TYPES).map(([type, { fields, merged }]) => {
    const own = merged ? (INTEGRATION_TYPES[type as keyof typeof INTEGRATION_TYPES]?.fields ?? []) : []
    return whenType(type, { ...withFields('config', fields), ...(merged && withFields('credentials', own)) })
  })
  const channels = Object.entries(CHANNEL_FIELDS).map(([type, fields]) =>
    whenType(type, withFields('credentials', fields)),
  )
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Millrace: flows as code',
    oneOf: [
      { title: 'Flow', ...schemaOf(flowDocument) },
      { title: 'Connection', ...schemaOf(connectionDocument), allOf: connections },
      { title: 'Alert channel', ...schemaOf(channelDocument), allOf: channels },
      { title: 'Integration', ...schemaOf(integrationDocument), allOf: integrations },
    ],
  }
}

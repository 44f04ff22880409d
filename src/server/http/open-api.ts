import { z } from 'zod/mini'
import { exampleBody } from '../../contract/example-body.ts'
import { problemBody } from '../../contract/problem.ts'
import type { Operation } from '../../contract/requests/operations.ts'
import { defined } from '../../core/catalog/defined.ts'
import { takesKey } from './keyed-calls.ts'
import { isList, LIST_QUERY } from './requests/list-pages.ts'

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output') => {
  const { $schema: _, ...schemaBody } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return schemaBody
}

const json = (schema: z.ZodMiniType, io: 'input' | 'output') => ({
  'application/json': { schema: schemaOf(schema, io) },
})

/** With the example that a test sends. */
const asked = (request: z.ZodMiniType) => ({
  'application/json': { schema: schemaOf(request, 'input'), example: exampleBody({ request }) },
})

const SECURITY_SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'Firebase ID token' },
  signature: {
    type: 'apiKey',
    in: 'header',
    name: 'webhook-signature',
    description:
      'Standard Webhooks: `v1,` and HMAC-SHA256 in base64 over `webhook-id.webhook-timestamp.body`, with the headers webhook-id and webhook-timestamp (seconds since 1970, at most five minutes ago)',
  },
}

const PROBLEM_DETAILS = schemaOf(
  z.extend(problemBody, { type: z.string(), title: z.string(), status: z.int(), detail: z.string() }),
  'output',
)

/** The published description of the API (OpenAPI 3.1), generated from the same rows that route and validate. */
export function openApi(operations: readonly Operation[]): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const row of operations) {
    const path = row.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [row.method.toLowerCase()]: described(row) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Millrace', version: '1' },
    components: { securitySchemes: SECURITY_SCHEMES },
    paths,
  }
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
}

const KEPT =
  'A repeat with the same key within 24 hours is answered with the first answer and Idempotency-Replayed: true; nothing is done again.'
const KEPT_WITH_RUN = 'A repeat with the same key is answered with the same run.'

/** The headers that a call takes. */
const headersOf = (row: Operation) => {
  const kept = row.keyOfRun ? KEPT_WITH_RUN : KEPT
  const seen = row.versioned ? 'The field version of what is changed' : `The ETag of ${row.readBy?.call}`
  return [
    ...(row.keyOfRun || takesKey(row) ? [{ ...IDEMPOTENCY_KEY, description: kept }] : []),
    ...(row.versioned || row.readBy
      ? [
          {
            name: 'If-Match',
            in: 'header',
            schema: { type: 'string' },
            description: `${seen}, in quotation marks: 409 if somebody else has changed it since. Without it the change overwrites.`,
          },
        ]
      : []),
  ]
}

function described(row: Operation): object {
  const parameters = [...row.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  }))
  const asks = [row.query, isList(row) ? LIST_QUERY : undefined]
  const query = asks.flatMap((asked) => (asked ? Object.entries(schemaOf(asked, 'input').properties ?? {}) : []))
  const content = row.events
    ? { 'text/event-stream': { schema: { type: 'string' } } }
    : row.response && json(row.response, 'output')

  return {
    operationId: row.name,
    summary: row.summary,
    ...defined({
      security: row.access !== 'public' ? [{ bearer: [] }] : undefined,
      'x-permission': row.access !== 'public' ? row.access : undefined,
    }),
    ...defined({ security: row.signed && [{ signature: [] }] }),
    parameters: [...parameters, ...query.map(([name, schema]) => ({ name, in: 'query', schema })), ...headersOf(row)],
    ...defined({ requestBody: row.request ? { required: true, content: asked(row.request) } : undefined }),
    responses: {
      [row.status]: { description: 'Done', ...defined({ content: content ?? undefined }) },
      default: {
        description: 'A refusal; in the form of RFC 9457 if the header Accept names it',
        content: { ...json(problemBody, 'output'), 'application/problem+json': { schema: PROBLEM_DETAILS } },
      },
    },
  }
}

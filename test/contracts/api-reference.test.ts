import { expect, it } from 'vitest'
import { z } from 'zod'

import { exampleBody } from '../../src/contract/example-body.ts'
import { OPERATIONS, type Operation } from '../../src/contract/requests/operations.ts'
import { takesKey } from '../../src/server/http/keyed-calls.ts'
import { isList } from '../../src/server/http/requests/list-pages.ts'

const withBody = OPERATIONS.filter(({ request }) => request !== undefined)

interface Property {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Property[]
  readonly default?: unknown
  readonly properties?: Readonly<Record<string, Property>>
  readonly required?: readonly string[]
  readonly items?: Property
}

const MAX_VALUES = 8

/** A type in a few words: `text`, `number or null`, `list of text`. */
function typeOf({ type, enum: values, anyOf, items }: Property): string {
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(' or ')
  if (values) return values.length > MAX_VALUES ? 'text' : values.map((value) => `\`${value}\``).join(', ')
  if (type === 'array') return `list of ${typeOf(items ?? {})}`
  return { string: 'text', integer: 'number', object: 'object', undefined: 'any value' }[String(type)] ?? String(type)
}

function fieldsOf(schema: z.core.$ZodType): readonly string[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Property
  return Object.entries(properties).map(([name, property]) => {
    const given = property.default === undefined ? '' : `, without it \`${JSON.stringify(property.default)}\``
    return `| \`${name}\` | ${typeOf(property)}${given} | ${required.includes(name) ? 'required' : ''} |`
  })
}

const accessOf = ({ access, signed }: Operation): string => {
  if (signed) return 'a signature'
  if (access === 'public') return 'nothing'
  return access === 'signed-in' ? 'a sign-in' : `the permission \`${access}\``
}

const headersOf = (row: Operation): string =>
  (isList(row) && !row.query ? ' It takes [`limit` and `cursor`](api.md#long-lists).' : '') +
  (takesKey(row) ? ' It takes [`Idempotency-Key`](api.md#repeats).' : '') +
  (row.versioned ? ' It takes the version as [`If-Match`](api.md#changes-of-others).' : '') +
  (row.readBy ? ` It takes the ETag of \`${row.readBy.call}\` as [\`If-Match\`](api.md#changes-of-others).` : '')

function section(row: Operation): readonly string[] {
  const fields = row.request ? fieldsOf(row.request as z.core.$ZodType) : []
  const query = row.query ? fieldsOf(row.query as z.core.$ZodType) : []
  const limit = row.limit ? ` At most ${row.limit.calls} calls in ${row.limit.seconds} seconds.` : ''
  const table = (title: string, rows: readonly string[]) =>
    rows.length === 0 ? [] : [`| ${title} | type | |`, '| --- | --- | --- |', ...rows, '']
  const example = row.request ? ['```json', JSON.stringify(exampleBody(row), null, 2), '```', ''] : []
  return [
    `### ${row.name}`,
    '',
    '```',
    `${row.method} ${row.path.replace(/:(\w+)/g, '{$1}')}`,
    '```',
    '',
    `${row.summary}. It needs ${accessOf(row)} and answers ${row.status}.${limit}${headersOf(row)}`,
    '',
    ...table('query', query),
    ...table('body', fields),
    ...example,
  ]
}

/** The part of the path that says what a call is about. */
const areaOf = ({ path }: Operation): string =>
  path
    .replace('/v1/organizations/:orgId', '')
    .split('/')
    .find((part) => part !== '' && part !== 'v1' && !part.startsWith(':')) ?? 'organizations'

it.each(withBody.map((row) => [row.name, row] as const))('takes the example of %s', (_, row) => {
  expect(row.request?.safeParse(exampleBody(row)).error?.issues ?? []).toEqual([])
})

it('has a page with every call', async () => {
  const areas = [...new Set(OPERATIONS.map(areaOf))].sort((one, other) => one.localeCompare(other))
  const page = [
    '# Every call of the API',
    '',
    'This page is made from the rows that route and check each call (`npm run types`). [The API](api.md) describes keys, refusals and limits. Paths begin with the address of the server; the same description for programs is at `/v1/openapi.json`.',
    '',
    'Each call that changes something takes JSON. The examples have the least that a call takes.',
    '',
    ...areas.flatMap((area) => [
      `## ${area}`,
      '',
      ...OPERATIONS.filter((row) => areaOf(row) === area).flatMap(section),
    ]),
  ].join('\n')
  await expect(`${page.trimEnd()}\n`).toMatchFileSnapshot('../../docs/api-reference.md')
})

import type { z } from 'zod/mini'

import { sentence } from '../../../core/catalog/sentence.ts'
import { RequestError } from '../../domain/request-error.ts'
import { checkValues } from './check-values.ts'
import { inspectValues } from './inspect-values.ts'

const MAX_BYTES = 1_048_576

/**
 * The request's JSON, checked against the row's schema.
 * @throws RequestError too large; unsupported, if its type is not JSON; malformed, if its text is not JSON or cannot be stored;
 * invalid, if it does not match the schema
 */
export async function readBody(request: Request, schema: z.ZodMiniType): Promise<unknown> {
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) {
    throw new RequestError(
      'unsupported',
      'NOT_JSON',
      sentence`Send JSON with the header content-type: application/json.`,
    )
  }
  if (request.headers.has('content-encoding'))
    throw new RequestError('unsupported', 'COMPRESSED', sentence`Send the body as it is, without content-encoding.`)
  return checkValues(schema, parse(await readText(request)))
}

/** The original body, at most 1 MB. @throws RequestError too large */
export async function readText(request: Request): Promise<string> {
  const tooLarge = () => new RequestError('too-large', 'TOO_LARGE', sentence`The request is larger than 1 MB.`)
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BYTES) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_BYTES) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parse(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new RequestError('malformed', 'NOT_JSON', sentence`The request body is not valid JSON.`)
  }
  inspectValues(value)
  return value
}

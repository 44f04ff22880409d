import type { z } from 'zod/mini'

import { sentence } from '../../../core/catalog/sentence.ts'
import { RequestError } from '../../domain/request-error.ts'
import { checkValues } from './check-values.ts'
import { refuseDuplicateNames } from './duplicate-names.ts'
import { inspectValues, refuseDeepText } from './inspect-values.ts'

const MEGABYTE = 1_048_576

/**
 * The request's JSON, checked against the row's schema.
 * @throws RequestError too large; unsupported, if its type is not JSON; malformed, if its text is not JSON, has a name twice or cannot be stored;
 * invalid, if it does not match the schema
 */
export async function readBody(request: Request, schema: z.ZodMiniType, largest?: number): Promise<unknown> {
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) {
    throw new RequestError(
      'unsupported',
      'NOT_JSON',
      sentence`Send JSON with the header content-type: application/json.`,
    )
  }
  if (request.headers.has('content-encoding'))
    throw new RequestError('unsupported', 'COMPRESSED', sentence`Send the body as it is, without content-encoding.`)
  return checkValues(schema, parse(await readText(request, largest)))
}

/** The original body, at most 1 MB unless a call takes more. @throws RequestError too large */
export async function readText(request: Request, largest: number = MEGABYTE): Promise<string> {
  const tooLarge = () =>
    new RequestError('too-large', 'TOO_LARGE', sentence`The request is larger than ${largest / MEGABYTE} MB.`)
  if (Number(request.headers.get('content-length') ?? 0) > largest) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength
      if (size > largest) throw tooLarge()
      chunks.push(chunk)
    }
  } catch (error) {
    // The caller has gone; its socket's error looks like one of our own connections.
    throw error instanceof RequestError ? error : aborted()
  }
  return Buffer.concat(chunks).toString('utf8')
}

const aborted = () =>
  new RequestError('malformed', 'BODY_ABORTED', sentence`The request ended before its body was complete.`)

function parse(text: string): unknown {
  refuseDeepText(text)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new RequestError('malformed', 'NOT_JSON', sentence`The request body is not valid JSON.`)
  }
  inspectValues(value)
  refuseDuplicateNames(text)
  return value
}

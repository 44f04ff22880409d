import { z } from 'zod/mini'

import { sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../ports/connector.ts'

export interface VendorAnswer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Buffer
}

export interface VendorCall<T> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path after the vendor's address; everything that a user chose is already encoded. */
  readonly path: string
  /** A name may occur several times. */
  readonly query?: readonly (readonly [name: string, value: string])[]
  readonly headers?: Readonly<Record<string, string>>
  /** An object is sent as JSON, URLSearchParams as a form, bytes unchanged. */
  readonly body?: object | URLSearchParams | Uint8Array<ArrayBuffer>
  /**
   * Whether executing it twice has the same effect as once. Only such calls are retried after the vendor may have received them.
   * Absent: true only for GET.
   */
  readonly isRepeatable?: boolean
  /** Statuses besides 2xx that are answers and not errors. */
  readonly accepts?: readonly number[]
  /** For the whole exchange including its body; in milliseconds. */
  readonly timeout?: number
  /** The largest body that is read, after decompression; in bytes. */
  readonly maximum?: number
  /** Parses the answer; an error here counts as an answer that was cut or garbled in transit. */
  readonly read: (answer: VendorAnswer) => T
}

/** Values and members in one answer: a page of 50,000 cells has 400,000. Each becomes up to 56 bytes, however short it is. */
const MAX_VALUES = 4_000_000

/** In bytes, of the explanation of a refusal. */
const MAX_EXPLANATION = 1 << 20

const [COMMA, LIST, OBJECT] = Buffer.from(',[{')

/** Counts before it parses, a millisecond for a megabyte. @throws ConnectorError for an answer that would become too large */
function parseJson(bytes: Buffer): unknown {
  let values = 0
  for (const byte of bytes) if (byte === COMMA || byte === LIST || byte === OBJECT) values++
  if (values <= MAX_VALUES) return JSON.parse(bytes.toString('utf8'))
  throw new ConnectorError({
    code: 'ANSWER_TOO_LARGE',
    message: sentence`The answer has more than ${MAX_VALUES} values, which is the most that is read.`,
    retryable: false,
  })
}

/** Reads a body that must be JSON of this shape. */
export const jsonAs =
  <T>(schema: z.ZodMiniType<T>) =>
  ({ bytes }: VendorAnswer): T =>
    z.parse(schema, parseJson(bytes))

/** The body as JSON if it is JSON, for the vendor's explanation of a refusal. */
export function jsonIn({ bytes }: VendorAnswer): unknown {
  if (bytes.length > MAX_EXPLANATION) return undefined
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

import { z } from 'zod/mini'

export interface VendorAnswer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Buffer
}

export interface VendorCall<T> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Absolute path behind the vendor's address, with everything that a user chose already encoded. */
  readonly path: string
  /** A name may come several times. */
  readonly query?: readonly (readonly [name: string, value: string])[]
  readonly headers?: Readonly<Record<string, string>>
  /** An object is sent as JSON, URLSearchParams as a form, bytes as they are. */
  readonly body?: object | URLSearchParams | Uint8Array<ArrayBuffer>
  /**
   * Whether doing it twice is the same as doing it once. Only such calls are tried again once the vendor may have got them.
   * Absent: true for GET alone.
   */
  readonly isRepeatable?: boolean
  /** Statuses besides 2xx that are an answer and no refusal. */
  readonly accepts?: readonly number[]
  /** For the whole exchange, its body included; in milliseconds. */
  readonly timeout?: number
  /** The largest body that is read, after decompression; in bytes. */
  readonly maximum?: number
  /** Makes sense of the answer; what it throws counts as an answer that was cut or garbled on the way. */
  readonly read: (answer: VendorAnswer) => T
}

/** Reads a body that must be JSON of this shape. */
export const jsonAs =
  <T>(schema: z.ZodMiniType<T>) =>
  ({ bytes }: VendorAnswer): T =>
    z.parse(schema, JSON.parse(bytes.toString('utf8')))

/** The body as JSON where it is some, for what a vendor says of a refusal. */
export function jsonIn({ bytes }: VendorAnswer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

import type { UniqueKeys } from '../../core/flows/streams/unique-keys.ts'

/** 128 random bits. Not `randomUUID`, which browsers do not offer to pages over plain HTTP. */
export class CryptoKeys implements UniqueKeys {
  next(): string {
    const bytes = crypto.getRandomValues(new Uint8Array(16))
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  }
}

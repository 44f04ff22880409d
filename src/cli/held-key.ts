import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod/mini'
import { loginPath } from './login-file.ts'

const heldKey = z.object({ key: z.string(), expires_at: z.string() })

/** A key of some minutes. */
export type HeldKey = z.infer<typeof heldKey>

/** The file with the key for a token, beside that of `millrace login`. @param of what the key is for; only a hash of it is in the name */
export const heldKeyFile = (environment: Parameters<typeof loginPath>[0], of: readonly string[]): string =>
  join(
    dirname(loginPath(environment)),
    `key-${createHash('sha256').update(JSON.stringify(of)).digest('hex').slice(0, 32)}.json`,
  )

export const endsSoon = ({ expires_at: end }: HeldKey, milliseconds: number): boolean =>
  Date.parse(end) - Date.now() < milliseconds

/** @returns nothing if there is none, or it has ended */
export function readHeldKey(file: string): HeldKey | undefined {
  try {
    const held = heldKey.parse(JSON.parse(readFileSync(file, 'utf8')))
    return endsSoon(held, 0) ? undefined : held
  } catch {
    return undefined
  }
}

/** Only this user may read it. Where nothing can be written, each command needs a token of its own. */
export function storeHeldKey(file: string, { key, expires_at }: HeldKey): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    rmSync(file, { force: true })
    writeFileSync(file, JSON.stringify({ key, expires_at }), { mode: 0o600, flag: 'wx' })
  } catch {
    // Said above.
  }
}

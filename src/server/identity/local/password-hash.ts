import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'

/** Parameters of scrypt; N is 2 to the power of `logN`. */
export interface PasswordCost {
  readonly logN: number
  readonly r: number
  readonly p: number
}

/** 16 MB and about 200 ms for each guess, as OWASP's cheat sheet on password storage (2025) recommends for scrypt. */
export const PASSWORD_COST: PasswordCost = { logN: 14, r: 8, p: 5 }
const KEY_BYTES = 32

/** @returns `scrypt$14,8,5$salt$key`, salt and key in base64url */
export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomBytes(16)
  const key = await inTurn(() => derive(password, salt, cost))
  return `scrypt$${cost.logN},${cost.r},${cost.p}$${salt.toString('base64url')}$${key.toString('base64url')}`
}

/** Whether the password is correct; without a stored hash, this takes as long as with a hash of this cost. */
export async function isPassword(password: string, hash: string | undefined, cost: PasswordCost): Promise<boolean> {
  const [, hashCost = '', salt = '', key = ''] = hash?.split('$') ?? []
  const [logN = cost.logN, r = cost.r, p = cost.p] = hashCost === '' ? [] : hashCost.split(',').map(Number)
  const derived = await inTurn(() => derive(password, Buffer.from(salt, 'base64url'), { logN, r, p }))
  const expected = Buffer.from(key, 'base64url')
  return expected.length === derived.length && timingSafeEqual(expected, derived)
}

function derive(password: string, salt: Uint8Array, { logN, r, p }: PasswordCost): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** logN, r, p, maxmem: 256 * 2 ** logN * r }
  return new Promise((resolve, reject) =>
    scrypt(password, salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key))),
  )
}

let last: Promise<unknown> = Promise.resolve()

/** One after the other, so that many sign-ins at once use neither all cores nor more memory than one. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work)
  last = turn.catch(() => {})
  return turn
}

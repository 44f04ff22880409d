import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** The server and the key that commands use. */
export interface Login {
  readonly url: string
  readonly key: string
}

/** Where a server on this machine answers. */
export const OWN_URL = 'http://localhost:4000'

type Environment = Readonly<Record<string, string | undefined>>

/** `login.json` in the user's folder for settings. */
export const loginPath = ({ XDG_CONFIG_HOME, APPDATA }: Environment): string =>
  join(XDG_CONFIG_HOME ?? APPDATA ?? join(homedir(), '.config'), 'millrace', 'login.json')

/** MILLRACE_KEY and MILLRACE_URL come before what `millrace login` has stored. @returns nothing without a key */
export function readLogin(environment: Environment): Login | undefined {
  const stored = readStored(loginPath(environment))
  const url = environment['MILLRACE_URL'] ?? stored?.url ?? OWN_URL
  const key = environment['MILLRACE_KEY'] ?? stored?.key
  return key === undefined || key === '' ? undefined : { url, key }
}

function readStored(path: string): Partial<Login> | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Partial<Login>
  } catch {
    return undefined
  }
}

/** Only this user may read it. @returns the path */
export function storeLogin(environment: Environment, login: Login): string {
  const path = loginPath(environment)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  rmSync(path, { force: true })
  writeFileSync(path, JSON.stringify(login), { mode: 0o600 })
  return path
}

export const forgetLogin = (environment: Environment): void => rmSync(loginPath(environment), { force: true })

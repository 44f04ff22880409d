import { join } from 'node:path'
import { expect } from 'vitest'

import { NODE_PROCESS } from '../../src/bootstrap/process-flags.mjs'
import { launch, ROOT } from './launch.ts'

/** The program `millrace`, for the command line of Node. */
export const PROGRAM = [...NODE_PROCESS.flags, join(ROOT, 'src', 'server', 'millrace.ts')]
const PERSON = { email: 'ada@example.com', password: 'correct horse', returnSecureToken: true }

export const start = (folder: string, env = {}) => launch(folder, { args: [...PROGRAM, 'start'], env })

/** A command to its end. */
export async function millrace(folder: string, words: readonly string[], env = {}) {
  const { exited, stdout, stderr } = launch(folder, { args: [...PROGRAM, ...words], env })
  return { ...(await exited), out: stdout(), err: stderr() }
}

/** Signs a person up or in. @returns the headers of a call */
export async function signIn(url: string, how: 'signUp' | 'signInWithPassword') {
  const { authEmulatorOrigin } = (await (await fetch(`${url}/config.json`)).json()) as { authEmulatorOrigin: string }
  const accounts = `${authEmulatorOrigin}/identitytoolkit.googleapis.com/v1/accounts:${how}?key=local`
  const headers = { 'content-type': 'application/json' }
  const entered = await fetch(accounts, { method: 'POST', headers, body: JSON.stringify(PERSON) })
  const { idToken } = (await entered.json()) as { idToken: string }
  return { ...headers, authorization: `Bearer ${idToken}` }
}

/** Signs a person up or in. @returns the API of that server, as this person calls it */
export async function enter(url: string, how: 'signUp' | 'signInWithPassword') {
  const headers = await signIn(url, how)
  // biome-ignore lint/suspicious/noExplicitAny: the test looks into answers of every shape
  return async (method: string, path: string, body?: object): Promise<any> => {
    const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    expect(response.ok, `${method} ${path} → ${response.status}`).toBe(true)
    return response.json()
  }
}

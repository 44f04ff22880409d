import type { VariableReader } from '../host/variable-reader.ts'
import type { Role } from './config.ts'
import { isLoopback, PORT_FORM, parseLoopbackHost, parsePort } from './variable-forms.ts'
import type { VariableName } from './variables.ts'

export type IdentityConfig =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'local'; readonly port: number }
  | { readonly kind: 'local-elsewhere'; readonly origin: string }
  | { readonly kind: 'firebase'; readonly projectId: string; readonly apiKey: string; readonly authDomain: string }

interface StepWorkContext {
  readonly role: Role
  readonly host: string
  readonly production: boolean
}

/** Where people sign in; each problem is reported to the reader. */
export function readIdentity(
  read: VariableReader<VariableName>,
  { role, host, production }: StepWorkContext,
): IdentityConfig {
  if (role === 'worker') return { kind: 'nobody' }
  const projectId = read.text('FIREBASE_PROJECT_ID')
  const apiKey = read.text('FIREBASE_API_KEY')
  const authDomain = read.text('FIREBASE_AUTH_DOMAIN')
  const port = read.parsed('AUTH_EMULATOR_PORT', PORT_FORM, parsePort) ?? 0
  const elsewhere = read.parsed(
    'FIREBASE_AUTH_EMULATOR_HOST',
    'a loopback address such as 127.0.0.1:9099',
    parseLoopbackHost,
  )

  if (projectId !== undefined) {
    if (apiKey === undefined)
      read.problem(`FIREBASE_API_KEY must be set too, because FIREBASE_PROJECT_ID is "${projectId}".`)
    return {
      kind: 'firebase',
      projectId,
      apiKey: apiKey ?? '',
      authDomain: authDomain ?? `${projectId}.firebaseapp.com`,
    }
  }
  if (apiKey !== undefined) read.problem('FIREBASE_PROJECT_ID must be set too, because FIREBASE_API_KEY is.')
  if (authDomain !== undefined) read.problem('FIREBASE_PROJECT_ID must be set too, because FIREBASE_AUTH_DOMAIN is.')
  if (production) {
    read.problem('FIREBASE_PROJECT_ID must be set when NODE_ENV is "production": local accounts are for one machine.')
  }
  if (!isLoopback(host)) {
    read.problem(
      `HOST must be a loopback address such as 127.0.0.1 while FIREBASE_PROJECT_ID is not set (local accounts are for one machine), but is "${host}".`,
    )
  }
  if (elsewhere !== undefined) return { kind: 'local-elsewhere', origin: elsewhere }
  if (role === 'api')
    read.problem(
      'FIREBASE_PROJECT_ID must be set for "npm run api": accounts that one process keeps are unknown to the others. To try it out, FIREBASE_AUTH_EMULATOR_HOST names the sign-in service of an "npm start".',
    )
  return { kind: 'local', port }
}

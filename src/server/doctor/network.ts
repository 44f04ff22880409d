import { StartFailure } from '../host/start-failure.ts'
import { VERSION } from '../host/version.ts'
import { makeMailTransport } from '../mail/mail-transport.ts'
import { listen } from '../main/listen.ts'
import { type Check, type Finding, failed, ok, warning } from './check.ts'

export interface PlaceToCheck {
  readonly host: string
  readonly port: number
  readonly publicUrl?: string
  readonly smtpUrl?: string
}

export const networkChecks = ({ host, port, publicUrl, smtpUrl }: PlaceToCheck): Check[] => [
  { name: 'port', look: () => checkPort(host, port) },
  { name: 'public address', look: () => checkPublicUrl(publicUrl, `http://${addressOf(host)}:${port}`) },
  { name: 'mail', look: () => checkMail(smtpUrl) },
]

const ANSWER_MS = 8_000

/** The part of `/config.json` that tells installations apart. */
interface Configuration {
  readonly version?: string
  readonly firebase?: { readonly projectId?: string }
}

/** It is free, or Millrace itself has it. */
export async function checkPort(host: string, port: number): Promise<Finding> {
  try {
    await (await listen(host, port, () => {})).close()
    return ok(`${port} on ${host} is free; Millrace does not run here now.`)
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error
    const health = await asked(`http://${addressOf(host)}:${port}/readyz`)
    const degraded = /^\{"status":"degraded","message":"(.*)"\}$/.exec(health?.text ?? '')?.[1]
    if (degraded !== undefined)
      return warning(
        `Millrace answers on port ${port}, but: ${degraded}`,
        'Its log says what happened before each end.',
      )
    if (health?.status === 200) return ok(`Millrace answers on port ${port}.`)
    const isMillrace = /^\{.*"code":"(STARTING|NOT_READY)"/.test(health?.text ?? '')
    if (isMillrace)
      return warning(
        `Millrace runs on port ${port}, but is not ready: ${health?.text}`,
        'Wait a moment; then see its log.',
      )
    return failed(error.message, 'Stop the other program, or change the variable.')
  }
}

/** What comes from the public address must be what this machine says. */
export async function checkPublicUrl(publicUrl: string | undefined, own: string): Promise<Finding> {
  if (publicUrl === undefined) return ok('PUBLIC_URL is not set: links follow the address of the call.')
  const [there, here] = await Promise.all([configurationOf(publicUrl), configurationOf(own)])
  if (!there)
    return warning(
      `${publicUrl} does not answer as Millrace does.`,
      here
        ? 'Check DNS, the certificate and the proxy in front; it must pass on the host name.'
        : 'Start Millrace, then ask again.',
    )
  if (here && JSON.stringify(there) !== JSON.stringify(here))
    return failed(
      `${publicUrl} is another installation: version ${there.version}, project ${there.firebase?.projectId}.`,
      'Correct PUBLIC_URL, or what the proxy passes calls to.',
    )
  return there.version === VERSION
    ? ok(`${publicUrl} answers with version ${VERSION}.`)
    : warning(`${publicUrl} answers with version ${there.version}, this is ${VERSION}.`, 'Replace the older processes.')
}

async function configurationOf(address: string): Promise<Configuration | undefined> {
  const answer = await asked(`${address}/config.json`)
  try {
    const read: Configuration = JSON.parse(answer?.text ?? '')
    return read.version === undefined ? undefined : read
  } catch {
    return undefined
  }
}

export async function checkMail(smtpUrl: string | undefined): Promise<Finding> {
  if (smtpUrl === undefined)
    return ok('SMTP_URL is not set: pages show the links of invitations, and alerts need a webhook.')
  const { host } = new URL(smtpUrl)
  try {
    await makeMailTransport(smtpUrl).verify()
    return ok(`${host} accepts the connection and the sign-in; no mail was sent.`)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown reason'
    return failed(
      `${host} cannot be used: ${reason}.`,
      'Check the host, the port, and the user and password in SMTP_URL; special characters in them must be percent-encoded.',
    )
  }
}

async function asked(url: string): Promise<{ readonly status: number; readonly text: string } | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS), redirect: 'manual' })
    return { status: response.status, text: (await response.text()).slice(0, 10_000) }
  } catch {
    return undefined
  }
}

/** Where a server that listens everywhere can be reached from here. */
const addressOf = (host: string) => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

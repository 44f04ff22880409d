import { spawn } from 'node:child_process'

interface StepWorkContext {
  readonly platform: NodeJS.Platform
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Whether somebody looks at what we print. */
  readonly isTerminal: boolean
}

/** The program and its arguments that open an address in the browser of the person at this machine; undefined when nobody is there. */
export function browserCommand(
  url: string,
  { platform, environment, isTerminal }: StepWorkContext,
): readonly [string, ...string[]] | undefined {
  if (!isTerminal || environment['CI'] || environment['SSH_CONNECTION']) return undefined
  switch (platform) {
    case 'darwin':
      return ['open', url]
    case 'win32':
      return ['rundll32', 'url.dll,FileProtocolHandler', url]
    default:
      return environment['DISPLAY'] || environment['WAYLAND_DISPLAY'] ? ['xdg-open', url] : undefined
  }
}

/** Opens an address in the browser where there is one. Never fails: the address is printed as well. */
export function openBrowser(url: string): void {
  const [program, ...args] =
    browserCommand(url, {
      platform: process.platform,
      environment: process.env,
      isTerminal: process.stdout.isTTY,
    }) ?? []
  if (program === undefined) return
  spawn(program, args, { stdio: 'ignore', detached: true })
    .once('error', () => {})
    .unref()
}

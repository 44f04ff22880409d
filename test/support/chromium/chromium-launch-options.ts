import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LaunchOptions } from '@playwright/test'
import chromium from '@sparticuz/chromium'

const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/chromium', import.meta.url))

/** Made for functions in a cloud: one process, its own idea of headless, and none of the checks a real browser makes. */
const NOT_OURS = /^--(single-process|no-zygote|headless|disable-web-security|allow-running-insecure-content)/

/** Nothing that the tests did not ask for may go over the network. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** How Playwright starts the Chromium that came with npm; unpacked on first use, which takes some seconds. */
export function chromiumLaunchOptions(): LaunchOptions {
  if (!existsSync(CACHE)) unpack()
  const executablePath = join(CACHE, 'chromium')
  return {
    executablePath,
    args: [...new Set([...chromium.args.filter((argument) => !NOT_OURS.test(argument)), ...QUIET])],
    env: { ...definedVariables(), ...missingLibraries(executablePath), ...missingFonts() },
  }
}

/** The package unpacks into the temporary folder, so it is given one of ours, and the result appears there whole. */
function unpack(): void {
  const draft = `${CACHE}.${process.pid}`
  mkdirSync(draft, { recursive: true })
  const script = "import('@sparticuz/chromium').then((package_) => package_.default.executablePath())"
  // Said to run in that cloud, it unpacks the system libraries too that a bare machine may lack.
  const env = { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' }
  execFileSync(process.execPath, ['-e', script], { env, cwd: import.meta.dirname })
  try {
    renameSync(draft, CACHE)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(CACHE)) throw error
  }
}

function missingLibraries(executablePath: string): Record<string, string> {
  const linked = execFileSync('ldd', [executablePath], { encoding: 'utf8' })
  return linked.includes('not found') ? { LD_LIBRARY_PATH: join(CACHE, 'al2023', 'lib') } : {}
}

const missingFonts = (): Record<string, string> =>
  existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: join(CACHE, 'fonts') }

const definedVariables = () =>
  Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined))

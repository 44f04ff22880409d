import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { serve } from '@hono/node-server'

import { runCommand } from '../../src/server/commands/run-command.ts'
import type { Api } from './start-api.ts'

type Environment = Readonly<Record<string, string>>

export interface CommandLine {
  /** For the key of a service member of the organization. */
  readonly environment: Environment
  /** Runs the program with these words, and variables beside those of the key. */
  millrace(typed: readonly string[], variables?: Environment): Promise<Output>
  stop(): Promise<void>
}

interface Output {
  readonly code: number
  readonly printed: readonly string[]
  readonly complained: readonly string[]
}

/** Serves the API on a free port for the commands of `millrace`, with the key of a new service member. @param base the path of the organization of ada */
export async function startCommandLine(api: Api, base: string, role: string): Promise<CommandLine> {
  const { body } = await api.call('ada', 'POST', `${base}/service-members`, { name: 'CLI', role })
  const server = serve({
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url)
      const given = await request.text()
      const { method, headers } = request
      return api.fetch(null, pathname + search, { method, headers, ...(given !== '' && { body: given }) })
    },
    hostname: '127.0.0.1',
    port: 0,
  })
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  const environment: Environment = {
    MILLRACE_URL: `http://127.0.0.1:${address.port}`,
    MILLRACE_KEY: body.key,
    XDG_CONFIG_HOME: mkdtempSync(join(tmpdir(), 'millrace-cli-')),
  }
  return {
    environment,
    millrace: async (typed, variables = {}) => {
      const before = { ...process.env }
      const given = { ...environment, ...variables }
      Object.assign(process.env, given)
      const printed: string[] = []
      const complained: string[] = []
      try {
        const code = await runCommand(typed, {
          print: (line) => void printed.push(line),
          complain: (line) => void complained.push(line),
        })
        return { code, printed, complained }
      } finally {
        for (const name of Object.keys(given)) {
          if (before[name] === undefined) delete process.env[name]
          else process.env[name] = before[name]
        }
      }
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

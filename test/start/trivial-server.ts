import { setTimeout as delay } from 'node:timers/promises'

import { runMillrace } from '../../src/server/main/run-millrace.ts'

/** The real start-up around an application that only says what it was given. */
await runMillrace({
  clientFolder: 'dist',
  compose: async ({ auth, databaseUrl, masterKey }) => ({
    start: async () => {
      if (process.env['CRASHES']) process.kill(process.pid, 'SIGKILL')
    },
    noteFailedSignIn: async () => {},
    stop: async () => {
      if (process.env['HANGS']) await delay(60_000)
    },
    fetch(request) {
      if (new URL(request.url).pathname === '/exit') process.exit(7)
      if (new URL(request.url).pathname === '/reject') void Promise.reject(new Error('nobody looks at this'))
      return Response.json({ auth, databaseUrl, masterKey: Buffer.from(masterKey).toString('base64') })
    },
  }),
})

import type { CommandRow } from './commands.ts'

/** What the program `millrace` does on any machine, with a key of a server (docs/api.md). */
export const KEY_COMMANDS: Readonly<Record<string, CommandRow>> = {
  login: {
    summary: 'use a server with a key',
    load: async () => {
      const [{ makeLogin }, { openBrowser }] = await Promise.all([
        import('../../cli/commands/login.ts'),
        import('../host/open-browser.ts'),
      ])
      return makeLogin(openBrowser)
    },
  },
  logout: { summary: 'forget the key', load: async () => (await import('../../cli/commands/logout.ts')).logout },
  org: {
    summary: 'show the organization of the key',
    load: async () => (await import('../../cli/commands/org.ts')).org,
  },
  flows: { summary: 'list the flows', load: async () => (await import('../../cli/commands/flows.ts')).flows },
  mirrors: {
    summary: 'list the mirrors, and how far each is behind',
    load: async () => (await import('../../cli/commands/mirrors.ts')).mirrors,
  },
  connections: {
    summary: 'list the sources and destinations',
    load: async () => (await import('../../cli/commands/connections.ts')).connections,
  },
  runs: { summary: 'list the newest runs', load: async () => (await import('../../cli/commands/runs.ts')).runs },
  run: {
    summary: 'run a flow, and wait for it with --wait',
    load: async () => (await import('../../cli/commands/start-run.ts')).run,
  },
  'dry-run': {
    summary: 'say what a run of a flow would change',
    load: async () => (await import('../../cli/commands/start-run.ts')).dryRun,
  },
  publish: {
    summary: 'make the draft of a flow live',
    load: async () => (await import('../../cli/commands/publish.ts')).publish,
  },
  diff: {
    summary: 'compare source and destination of a flow',
    load: async () => (await import('../../cli/commands/start-run.ts')).diff,
  },
  cancel: { summary: 'cancel a run', load: async () => (await import('../../cli/commands/runs.ts')).cancel },
  logs: { summary: 'print the log of a run', load: async () => (await import('../../cli/commands/logs.ts')).logs },
  receipt: {
    summary: 'print the receipt of a run',
    load: async () => (await import('../../cli/commands/receipt.ts')).receipt,
  },
  test: {
    summary: 'test a source or destination',
    load: async () => (await import('../../cli/commands/connections.ts')).test,
  },
  discover: {
    summary: 'list the tables of a source or destination',
    load: async () => (await import('../../cli/commands/connections.ts')).discover,
  },
  pull: {
    summary: 'write flows and connections as YAML files',
    load: async () => (await import('../../cli/commands/pull.ts')).pull,
  },
  plan: {
    summary: 'say what YAML files would change',
    load: async () => {
      const [{ makePlan }, { listenForInterruption }] = await Promise.all([
        import('../../cli/commands/plan.ts'),
        import('../../cli/interruption.ts'),
      ])
      return makePlan(listenForInterruption)
    },
  },
  apply: {
    summary: 'make flows and connections what YAML files say',
    load: async () => {
      const [{ makeApply }, { confirm }] = await Promise.all([
        import('../../cli/commands/plan.ts'),
        import('../../cli/confirm.ts'),
      ])
      return makeApply(confirm)
    },
  },
  mcp: {
    summary: 'let an assistant read flows and runs',
    load: async () => {
      const [{ makeMcp }, { VERSION }] = await Promise.all([
        import('../../cli/commands/mcp.ts'),
        import('../host/version.ts'),
      ])
      return makeMcp(VERSION)
    },
  },
  open: {
    summary: 'open a flow in the browser',
    load: async () => {
      const [{ makeOpen }, { openBrowser }] = await Promise.all([
        import('../../cli/commands/open.ts'),
        import('../host/open-browser.ts'),
      ])
      return makeOpen(openBrowser)
    },
  },
}

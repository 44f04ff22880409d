import type { Command } from '../../cli/command.ts'
import { KEY_COMMANDS } from './key-commands.ts'

export interface CommandRow {
  /** One line of `millrace help`. */
  readonly summary: string
  /** Only the code of the command that runs is loaded. */
  readonly load: () => Promise<Command>
}

type Commands = Readonly<Record<string, CommandRow>>

const role = (name: 'all' | 'api' | 'worker') => import('./run-role.ts').then(({ roleCommand }) => roleCommand(name))

/** What the program `millrace` does on the machine of the server. */
export const SERVER_COMMANDS: Commands = {
  start: { summary: 'run everything on this machine, until it is stopped', load: () => role('all') },
  api: { summary: 'answer calls and serve the pages; workers execute the runs', load: () => role('api') },
  worker: { summary: 'execute runs, schedules and alerts', load: () => role('worker') },
  backup: {
    summary: 'write everything into one file, while Millrace runs or not',
    load: async () => (await import('./backup.ts')).backup,
  },
  'verify-backup': {
    summary: 'check that a backup is complete and unchanged',
    load: async () => (await import('./verify-backup.ts')).verify,
  },
  restore: {
    summary: 'fill an empty place from a backup',
    load: async () => (await import('./restore.ts')).restore,
  },
  'move-store': {
    summary: 'copy the embedded store into your own Postgres',
    load: async () => (await import('./move-store.ts')).moveStore,
  },
  'move-organization': {
    summary: 'move one organization into another installation',
    load: async () => (await import('./move-organization.ts')).moveOrganization,
  },
  migrate: {
    summary: 'bring the store to this version, and end',
    load: async () => (await import('./migrate.ts')).migrateStore,
  },
  'resume-schedules': {
    summary: 'after a restore: let schedules start runs again',
    load: async () => (await import('./resume-schedules.ts')).resumeSchedules,
  },
  limits: {
    summary: 'set how many runs an organization may have',
    load: async () => (await import('./limits.ts')).limits,
  },
  config: {
    summary: 'show the variables in force, and where each is set',
    load: async () => (await import('./config.ts')).config,
  },
  doctor: {
    summary: 'check this machine and everything around it, and say what to do',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  'rotate-key': {
    summary: 'replace the master key that seals all credentials',
    load: async () => (await import('./rotate-key.ts')).rotateKey,
  },
  'export-audit': {
    summary: 'write the audit log as JSON lines',
    load: async () => (await import('./export-audit.ts')).auditExport,
  },
}

/** What it does without any server. */
export const SINGLE_COMMANDS: Commands = {
  move: {
    summary: 'move tables from one database to another, once',
    load: async () => (await import('./move.ts')).move,
  },
}

/** Every command of the program `millrace`; a new one is a row of one of the two tables. */
export const COMMANDS: Commands = {
  ...SINGLE_COMMANDS,
  ...SERVER_COMMANDS,
  ...KEY_COMMANDS,
  completion: {
    summary: 'complete commands in bash, zsh or fish',
    load: async () => (await import('../../cli/commands/completion.ts')).makeCompletion(() => Object.keys(COMMANDS)),
  },
}

import type { Command } from './command.ts'

export const JSON_OPTION = {
  json: { type: 'boolean', description: 'print what the API answers, as JSON' },
} as const satisfies Command['options']

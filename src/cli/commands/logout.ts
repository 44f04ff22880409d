import type { Command } from '../command.ts'
import { forgetLogin } from '../login-file.ts'

export const logout: Command = {
  description: ['Forgets the key that "millrace login" has kept. The key itself stays valid until it is revoked.'],
  run: async ({ print }) => {
    forgetLogin(process.env)
    print('The key is forgotten on this machine.')
    return 0
  },
}
